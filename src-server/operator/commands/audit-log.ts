import { parseArgs } from 'node:util'
import { verifyLog } from '../../audit/verify-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { prepareProcess, readConfig } from '../../platform/config/config.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { exitFor } from '../operations/backup-error.ts'
import { openSite } from './open-site.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Usage: npm run audit-log:verify [-- --expect <hash>]'

async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { expect: { type: 'string' } } })
  if (positionals.join() !== 'verify') throw new Error(usage)
  prepareProcess()
  await using site = await openSite(readConfig())
  const keyring = await openKeyring(site.db, systemClock, site.keySource)
  const { count, head, problem } = await verifyLog(site.db, keyring, values.expect)
  print(`${count} entries, head ${head || 'none'}`)
  if (problem) throw new Error(problem)
  print('OK')
}

runCommand(main, exitFor)
