import { parseArgs } from 'node:util'
import { formatCents } from '#shared/money.ts'
import { sumBalances } from '../../payouts/ledger/ledger-queries.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { prepareProcess, readConfig } from '../../platform/config/config.ts'
import { BackupError, exitFor } from '../operations/backup-error.ts'
import { openSite } from './open-site.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Usage: npm run ledger -- verify'

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.join() !== 'verify') throw new BackupError('usage', usage)
  prepareProcess()
  await using site = await openSite(readConfig())
  const { transfers, problem } = await verifyLedger(site.db)
  print(`${transfers} transfers`)
  for (const { account, balance } of await sumBalances(site.db)) print(`${account} ${formatCents(balance)}`)
  if (problem) throw new BackupError('damaged', problem)
  print('OK')
}

runCommand(main, exitFor)
