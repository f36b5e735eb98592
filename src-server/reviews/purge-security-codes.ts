import type { AppContext } from '../context.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { purgeDueSecurityCodes } from '../submissions/purge-submission.ts'
import { findNextErasure } from './decision-queries.ts'

/** Erases each security code, and what goes with it, when it is due, until the returned function is called. */
export function startSecurityCodePurge(ctx: AppContext): () => Promise<void> {
  const { stop } = startDueWork(ctx, {
    run: async () => {
      await purgeDueSecurityCodes(ctx)
      return findNextErasure(ctx.db)
    },
    wakesOn: ['submission.status-changed', 'resync'],
    failure: 'could not erase security codes',
  })
  return stop
}
