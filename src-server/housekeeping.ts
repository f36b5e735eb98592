import { deleteExpiredPasswordResets } from './accounts/password-reset-queries.ts'
import { deleteExpiredTickets } from './accounts/second-factor-queries.ts'
import { deleteExpiredSessions } from './accounts/session-queries.ts'
import { timestamp } from './clock.ts'
import type { AppContext } from './context.ts'
import { sweepOrphans } from './files/sweep-orphans.ts'

const INTERVAL_MS = 60 * 60 * 1000

/** Sweeps orphaned files and expired sessions and links now and every hour, until the returned function is called. */
export function startHousekeeping(ctx: AppContext): () => void {
  const run = async () => {
    await deleteExpiredSessions(ctx.db, timestamp(ctx.clock))
    await deleteExpiredPasswordResets(ctx.db, timestamp(ctx.clock))
    await deleteExpiredTickets(ctx.db, timestamp(ctx.clock))
    const removed = await sweepOrphans(ctx)
    if (removed > 0) ctx.log.info({ removed }, 'swept orphaned files')
  }
  const attempt = () => void run().catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  attempt()
  const timer = setInterval(attempt, INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
