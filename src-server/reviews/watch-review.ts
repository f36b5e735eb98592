import type { ReviewPresence, StaffMember } from '#shared/review.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { announce, maintainLock, releaseLock } from './review-lock.ts'
import { findActiveLock } from './review-lock-queries.ts'

/** A failed look at a claim is repeated after this long. */
const RETRY_MS = 5_000

/** How a subscription ends: `signal` says when, `isConnected` whether its page is still there and wanted it to. */
export type Connection = { signal: AbortSignal; isConnected(): boolean }

/**
 * Opens an order for review until the connection ends it: who else has it open and who decides on it, now and at each
 * change. The first who opens it is the one who decides. Ended on purpose, that is over at once; with a lost connection
 * when the lease runs out.
 * @throws AppError 'not_found'
 */
export async function watchReview(
  ctx: AppContext,
  staff: StaffMember,
  submissionId: string,
  connection: Connection,
): Promise<AsyncGenerator<ReviewPresence>> {
  const { signal } = connection
  if (!(await findSubmission(ctx.db, submissionId))) throw notFound()
  const events = ctx.events.subscribe(['review.presence-changed'], signal)
  const holdEnd = await enter(ctx, staff, submissionId, connection)
  return (async function* () {
    try {
      let last = ''
      const news = async () => {
        const presence = await readPresence(ctx, staff.id, submissionId)
        const text = JSON.stringify(presence)
        if (text === last) return []
        last = text
        return [presence]
      }
      yield* await news()
      for await (const event of events)
        if (event.name === 'resync' || event.submissionId === submissionId) yield* await news()
    } finally {
      holdEnd()
    }
  })()
}

/** Counts a person as here and looks after the claim until the connection ends. Answers how to stop looking after it. */
async function enter(
  ctx: AppContext,
  { id, name }: StaffMember,
  submissionId: string,
  { signal, isConnected }: Connection,
): Promise<() => void> {
  if (signal.aborted) return () => {}
  const leave = ctx.reviewPresence.enter(submissionId, { id, name })
  let cancel = () => {}
  const tend = async () => {
    const wait = await maintainLock(ctx, id, submissionId).catch((error: unknown) => {
      ctx.log.error({ err: error, submissionId }, 'a claim could not be looked after')
      return RETRY_MS
    })
    if (!signal.aborted) cancel = ctx.clock.after(wait, () => void tend())
  }
  const end = () => {
    cancel()
    leave()
    announce(ctx, submissionId)
    const isElsewhere = ctx.reviewPresence.at(submissionId).some((principal) => principal.id === id)
    if (!isConnected() || isElsewhere) return
    releaseLock(ctx, id, submissionId).catch((error: unknown) =>
      ctx.log.error({ err: error, submissionId }, 'a claim was not released and runs out'),
    )
  }
  signal.addEventListener('abort', end, { once: true })
  await tend()
  announce(ctx, submissionId)
  return () => cancel()
}

async function readPresence(ctx: AppContext, staffId: string, submissionId: string): Promise<ReviewPresence> {
  const claim = await findActiveLock(ctx.db, submissionId, timestamp(ctx.clock))
  return {
    holder: claim ? { id: claim.holder_id, name: claim.holder_name } : null,
    isYours: claim?.holder_id === staffId,
    viewers: ctx.reviewPresence.at(submissionId),
  }
}
