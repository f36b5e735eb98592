import { undecidedStatuses } from '#shared/queue.ts'
import { LOCK_LEASE_MS } from '#shared/review.ts'
import type { OpenReview, ReviewPresence, StaffMember, WatchReviewInput } from '#shared/review-schema.ts'
import { auditOwnOrder, ownOrderOf } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx, withoutAuthorization } from '../platform/db/database.ts'
import type { QueuedSubmission } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { notFound } from '../platform/errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { findActiveLock, renewLock } from './review-queries.ts'

const RENEW_MS = LOCK_LEASE_MS / 3

/** `decides`: its person has touched the decision. */
type OpenPage = { staffId: string; submissionId: string; decides: boolean }

/** A free lock goes to a caller who decides. Returns who has it, and the milliseconds until the next call. */
export async function maintainLock(ctx: CallContext, { staffId, submissionId, decides }: OpenPage) {
  const { app } = ctx
  const now = timestamp(app.clock)
  const lock = await findActiveLock(app.db, submissionId, now)
  if (!lock && !decides) return { holderId: undefined, wait: RENEW_MS }
  if (lock && lock.holder_id !== staffId) {
    const rest = Date.parse(lock.lease_until) - app.clock.now().getTime()
    // By then this person may get the lock and has to renew it.
    return { holderId: lock.holder_id, wait: Math.min(RENEW_MS, Math.max(rest, 0)) }
  }
  const isTheirs = await inTransaction(ctx, async (tx) => {
    // Until it is committed, no other viewer can see that the lock is free.
    const order = await findSubmission(tx, submissionId)
    const mayLock = order !== undefined && (await mayDecide(app, tx, order, staffId))
    if (lock && mayLock) return renewLock(tx, lockOf(app, submissionId, staffId), now)
    if (lock) await table('review_locks').remove(tx, { submission_id: submissionId, holder_id: staffId })
    else if (!mayLock || (await findActiveLock(tx, submissionId, timestamp(app.clock)))) return false
    else await putLock(app, tx, submissionId, staffId)
    await emitPresenceChange(app, tx, submissionId)
    return mayLock
  })
  return { holderId: isTheirs ? staffId : undefined, wait: RENEW_MS }
}

/** Runs without authorization, because the staff member may already be signed out. */
export async function releaseLock(app: AppContext, staffId: string, submissionId: string) {
  await inTransaction(withoutAuthorization(app), async (tx) => {
    await findSubmission(tx, submissionId)
    await table('review_locks').remove(tx, { submission_id: submissionId, holder_id: staffId })
    await emitPresenceChange(app, tx, submissionId)
  })
}

export async function endLock(app: AppContext, tx: Tx, submissionId: string) {
  if (await table('review_locks').remove(tx, { submission_id: submissionId }))
    await emitPresenceChange(app, tx, submissionId)
}

async function putLock(app: AppContext, tx: Tx, submissionId: string, staffId: string) {
  await table('review_locks').upsert(tx, lockOf(app, submissionId, staffId), 'submission_id')
}

function lockOf(app: AppContext, submissionId: string, staffId: string) {
  return { submission_id: submissionId, holder_id: staffId, lease_until: timestamp(app.clock, LOCK_LEASE_MS) }
}

/** Notifies every page that shows this submission, or a list with it, after the commit. */
async function emitPresenceChange(app: AppContext, tx: Tx, submissionId: string) {
  await app.events.emit(tx, { name: 'review.presence-changed', submissionId })
}

/** An own order is decided by a colleague. */
async function mayDecide(app: AppContext, tx: Tx, order: QueuedSubmission, staffId: string) {
  if (!undecidedStatuses.includes(order.queue_status)) return false
  const own = await ownOrderOf(app, tx, staffId, { permission: 'review', customerId: order.user_id })
  return own !== 'refused'
}

export async function takeOver(ctx: CallContext, staff: Actor, submissionId: string) {
  await inTransaction(ctx, async (tx, app) => {
    const order = await findSubmission(tx, submissionId)
    if (!order) throw notFound()
    const audit = await auditOwnOrder(app, tx, staff, 'review', order)
    if (!undecidedStatuses.includes(order.queue_status)) return
    await putLock(app, tx, submissionId, staff.id)
    await audit('submission.taken-over')
    await emitPresenceChange(app, tx, submissionId)
  })
}

/** Now and at each change, until `signal` aborts. */
export function watchPresence(app: AppContext, signal: AbortSignal): AsyncGenerator<OpenReview[]> {
  // Before the first read, so that no change in between is lost.
  const events = app.events.subscribe(['review.presence-changed'], signal)
  return (async function* () {
    let last = await openReviews(app)
    yield last
    for await (const _ of events) {
      const now = await openReviews(app)
      if (JSON.stringify(now) !== JSON.stringify(last)) yield now
      last = now
    }
  })()
}

async function openReviews({ shared }: AppContext): Promise<OpenReview[]> {
  return (await shared.reviewPresence.all()).map(({ place, people }) => ({ submissionId: place, viewers: people }))
}

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
