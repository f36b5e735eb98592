import { sumOf } from '#shared/money.ts'
import { readPolicyAt } from '../../policies/policies.ts'
import { rebuildFigures } from '../../reports/keep-figures.ts'
import { readFigures } from '../../tracking/read-figures.ts'
import { differingFigures, recountFigures } from '../../tracking/recount-figures.ts'
import { BackupError } from '../operations/backup-archive.ts'
import type { Site } from './open-site.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = 'Usage: npm run figures -- rebuild | verify'

/** A site that runs can change rows between two reads: only what differs as often as this is wrong. */
const LOOKS = 3

/** `rebuild` corrects the figures of the reports from the ledger; `verify` counts the public ones of /figures again. */
runSiteCommand({ usage, commands: ['rebuild', 'verify'], options: {} }, async (site, { command }) => {
  if (command === 'verify') await verify(site)
  else await rebuild(site)
  print('OK')
})

async function rebuild(site: Site) {
  const { rows, differences } = await rebuildFigures(site)
  print(`${rows} rows`)
  for (const { key, measure, stored, computed } of differences)
    print(`${key} ${measure}: ${stored}, but the ledger says ${computed}`)
  if (differences.length > 0)
    throw new BackupError('damaged', `${differences.length} figures were wrong. They are corrected.`)
}

async function verify({ db }: Site) {
  const { leastSamples } = await readPolicyAt(db, 'reviews', new Date().toISOString())
  let wrong: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    const page = await readFigures(db, new Date(), leastSamples)
    wrong = differingFigures(page, await recountFigures(db, page))
    if (wrong.length > 0) continue
    print(`${page.decisions.cases} decisions, ${sumOf(page.payouts, 'cases')} payouts`)
    return
  }
  for (const each of wrong) print(each)
  throw new BackupError('damaged', `${wrong.length} public figures are wrong.`)
}
