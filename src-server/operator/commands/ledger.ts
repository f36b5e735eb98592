import { formatCents } from '#shared/money.ts'
import { sumBalances } from '../../payouts/ledger/ledger-queries.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { BackupError } from '../operations/backup-error.ts'
import { print, runSiteCommand } from './run-command.ts'

const usage = 'Usage: npm run ledger -- verify'

runSiteCommand({ usage, commands: ['verify'], options: {} }, async ({ db }) => {
  const { transfers, problem } = await verifyLedger(db)
  print(`${transfers} transfers`)
  for (const { account, balance } of await sumBalances(db)) print(`${account} ${formatCents(balance)}`)
  if (problem) throw new BackupError('damaged', problem)
  print('OK')
})
