import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { findNextDue, listUnmarked, markOverdue } from '../submissions/waiting-time-queries.ts'
import { measureTimes } from './measure-times.ts'
import { countChangesSince, findMeasuredAt, MEASURED_MS } from './outcome-queries.ts'

const BATCH = 100
/** Another node, or a clock that was changed, can make an order due without an event. */
const LOOK_EVERY_MS = 30_000
/** After so many new outcomes the times are measured again, before the hourly job does. */
const NEW_OUTCOMES = 20

/** Marks orders whose time has passed, once on all nodes, and measures times again after enough outcomes. */
export const startOverdueMarks = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      const now = timestamp(app.clock)
      await markDueOrders(app, now)
      await measureIfNeeded(app)
      const [next, look] = [await findNextDue(app.db, now), timestamp(app.clock, LOOK_EVERY_MS)]
      return next !== undefined && next < look ? next : look
    },
    wakesOn: ['submission.created', 'submission.status-changed', 'resync'],
    failure: 'could not mark overdue orders',
  }).stop

/** Marks every order that is due at `now` (ISO 8601), and mails its customer once. */
export async function markDueOrders(app: ServerContext, now = timestamp(app.clock)) {
  for (;;) {
    const due = await listUnmarked(app.db, now, BATCH)
    for (const { id } of due) await mark(app, id, now)
    if (due.length < BATCH) return
  }
}

async function mark(app: ServerContext, id: string, now: string) {
  await inServerTransaction(app.db, async (tx) => {
    const order = await lockSubmission(tx, id)
    if (!order || !(await markOverdue(tx, id, now))) return
    // Late again after the customer was asked: they have the mail.
    const wasLate = order.wait_left_ms !== null && order.wait_left_ms <= 0
    if (!wasLate) await mailCustomer(app, tx, order, { kind: 'order-late' })
    await app.events.emit(tx, { name: 'submission.overdue', submissionId: id, customerId: order.user_id })
  })
}

async function measureIfNeeded(app: ServerContext) {
  const since = (await findMeasuredAt(app.db)) ?? timestamp(app.clock, -MEASURED_MS)
  if ((await countChangesSince(app.db, since, NEW_OUTCOMES)) >= NEW_OUTCOMES) await measureTimes(app)
}
