import type { ServerContext } from '../../context.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Verifies the ledger for the scheduled jobs: what is wrong is logged as fatal and shown as a metric. */
export async function checkLedger(app: ServerContext): Promise<void> {
  const { problem } = await verifyLedger(app.db)
  app.payouts.ledgerProblem = problem
  if (problem) app.log.fatal({ problem }, 'the ledger is wrong')
}
