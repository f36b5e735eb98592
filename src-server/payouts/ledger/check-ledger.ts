import type { ServerContext } from '../../context.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Verifies the ledger for the scheduled jobs: what is wrong is logged as fatal and shown as a metric. */
export async function checkLedger(ctx: ServerContext): Promise<void> {
  const { problem } = await verifyLedger(ctx.db)
  ctx.ledger.problem = problem
  if (problem) ctx.log.fatal({ problem }, 'the ledger is wrong')
}
