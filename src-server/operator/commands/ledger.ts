import { formatCents } from '#shared/money.ts'
import { sumBalances } from '../../payouts/ledger/ledger-queries.ts'
import { mendLedger } from '../../payouts/ledger/mend-ledger.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import type { Config } from '../../platform/config/config.ts'
import { createSiteSettings } from '../../platform/site/site-settings.ts'
import { BackupError } from '../operations/backup-archive.ts'
import { openServices, type Site } from './open-site.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = `Usage: npm run ledger -- verify | mend
  verify  compares the ledger with payouts, claw backs and cards
  mend    posts what earlier versions did not post for payouts of a new price, lists cards again that lots wait for,
          and verifies`

runSiteCommand({ usage, commands: ['verify', 'mend'], options: {} }, async (site, { command, config }) => {
  if (command === 'mend') await mend(site, config)
  const { transfers, problem } = await verifyLedger(site.db)
  print(`${transfers} transfers`)
  for (const { account, balance } of await sumBalances(site.db)) print(`${account} ${formatCents(balance)}`)
  if (problem) throw new BackupError('damaged', problem)
  print('OK')
})

async function mend(site: Site, config: Config) {
  const services = await openServices(site, config)
  const settings = await createSiteSettings({ ...services, config })
  const mended = await mendLedger({ ...services, site: settings })
  await settings.stop()
  await services.events.stop()
  for (const line of mended) print(`Mended ${line}`)
  if (mended.length === 0) print('There was nothing to mend.')
}
