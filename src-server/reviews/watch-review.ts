import type { ReviewPresence, StaffMember, WatchReviewInput } from '#shared/review-schema.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { maintainLock, type OpenPage, releaseLock } from './review-lock.ts'
import { findActiveLock } from './review-lock-queries.ts'

const RETRY_MS = 5_000

/** At the abort, `isConnected` is true if the page itself ended the subscription. */
type Connection = { signal: AbortSignal; isConnected(): boolean }

/** The first page that decides gets the lock. Closing it releases the lock; after a lost connection its lease ends. */
export async function watchReview(
  ctx: CallContext,
  staff: StaffMember,
  { submissionId, decides = false }: WatchReviewInput,
  connection: Connection,
): Promise<AsyncGenerator<ReviewPresence>> {
  const { app } = ctx
  const { signal } = connection
  if (!(await findSubmission(app.db, submissionId))) throw notFound()
  const events = app.events.subscribe(['review.presence-changed'], signal)
  const page = { staffId: staff.id, submissionId, decides }
  const stopMaintaining = await enter(ctx, staff, page, connection)
  return (async function* () {
    try {
      let last = ''
      const news = async () => {
        let presence = await readPresence(app, staff.id, submissionId)
        if (decides && !presence.holder && (await maintainLock(ctx, page)).holderId !== undefined)
          presence = await readPresence(app, staff.id, submissionId)
        const text = JSON.stringify(presence)
        if (text === last) return []
        last = text
        return [presence]
      }
      yield* await news()
      for await (const event of events)
        if (event.name === 'resync' || event.submissionId === submissionId) yield* await news()
    } finally {
      stopMaintaining()
    }
  })()
}

async function enter(
  ctx: CallContext,
  { id, name }: StaffMember,
  page: OpenPage,
  { signal, isConnected }: Connection,
): Promise<() => void> {
  const { app } = ctx
  const { submissionId } = page
  if (signal.aborted) return () => {}
  const publishViewers = () => app.events.publish({ name: 'review.presence-changed', submissionId })
  const leave = await app.shared.reviewPresence.enter(submissionId, { id, name })
  let cancel = () => {}
  let holder: string | undefined
  const maintain = async () => {
    const { holderId, wait } = await maintainLock(ctx, page).catch((error: unknown) => {
      app.log.error({ err: error, submissionId }, 'could not maintain a review lock')
      return { holderId: holder, wait: RETRY_MS }
    })
    // A lease expires without an event.
    if (holder !== undefined && holderId === undefined) publishViewers()
    holder = holderId
    if (!signal.aborted) cancel = app.clock.after(wait, () => void maintain())
  }
  const end = async () => {
    const isLeftByPage = isConnected()
    cancel()
    await leave()
    publishViewers()
    const isElsewhere = (await app.shared.reviewPresence.at(submissionId)).some((principal) => principal.id === id)
    if (isLeftByPage && !isElsewhere) await releaseLock(app, id, submissionId)
  }
  const endLogged = () =>
    void end().catch((error: unknown) =>
      app.log.error({ err: error, submissionId }, 'could not release a review lock, which expires by itself'),
    )
  if (signal.aborted) {
    endLogged()
    return () => {}
  }
  signal.addEventListener('abort', endLogged, { once: true })
  await maintain()
  publishViewers()
  return () => cancel()
}

async function readPresence(app: AppContext, staffId: string, submissionId: string): Promise<ReviewPresence> {
  const lock = await findActiveLock(app.db, submissionId, timestamp(app.clock))
  return {
    holder: lock ? { id: lock.holder_id, name: lock.holder_name } : null,
    isYours: lock?.holder_id === staffId,
    viewers: await app.shared.reviewPresence.at(submissionId),
  }
}
