import { audit, operator } from '../audit/audit-queries.ts'
import type { ServerContext } from '../context.ts'
import { later, timestamp } from '../platform/clock.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { closeOpenRequest, findNextDue, listDue, listMadeAhead, markReminded } from '../submissions/case-queries.ts'
import { changeStatus, systemReason } from '../submissions/change-status.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'

const BATCH = 100

/** The rows decide, so that a restart makes up for it; on several nodes each is closed once. */
export const startRequestClock = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      await planAgain(app)
      await closeOverdueRequests(app)
      await eachDue(app, 'remind_at', remind)
      return findNextDue(app.db)
    },
    wakesOn: ['submission.status-changed', 'resync'],
    failure: 'could not close requests to sellers',
  }).stop

export async function closeOverdueRequests(app: ServerContext) {
  await eachDue(app, 'due_at', expire)
}

type Handle = (app: ServerContext, tx: Tx, id: string, submissionId: string) => Promise<void>

/** Each in a transaction of its own. */
async function eachDue(app: ServerContext, column: Parameters<typeof listDue>[1], handle: Handle) {
  for (;;) {
    const due = await listDue(app.db, column, timestamp(app.clock), BATCH)
    for (const { id, submission_id } of due)
      await inServerTransaction(app.db, (tx) => handle(app, tx, id, submission_id))
    if (due.length < BATCH) return
  }
}

const expire: Handle = async (app, tx, id, submissionId) => {
  const order = await lockSubmission(tx, submissionId)
  // Read behind the lock: the seller or staff may have been first.
  const request = await table('information_requests').find(tx, { id })
  if (!order || request?.state !== 'open') return
  const isFix = request.kind === 'fix'
  await closeOpenRequest(app, tx, order, { state: 'expired', closed_by: null })
  await changeStatus(app, tx, order, {
    status: 'rejected',
    ...systemReason(isFix ? 'not-answered' : 'offer-expired'),
    changedBy: request.made_by,
    ...(!isFix && { erasesAll: true }),
    mail: { kind: isFix ? 'request-closed' : 'offer-closed', outcome: 'expired' },
  })
  await audit(app, tx, operator, isFix ? 'request.expired' : 'offer.expired', order.id)
}

/** A request that was made while the clock was ahead has its whole time from now, so that it is not open for years. */
async function planAgain(app: ServerContext) {
  const now = timestamp(app.clock)
  for (const request of await listMadeAhead(app.db, now)) {
    const aheadMs = Date.parse(request.made_at) - Date.parse(now)
    const { due_at, remind_at } = request
    const times = { made_at: now, due_at: later(due_at, -aheadMs), remind_at: remind_at && later(remind_at, -aheadMs) }
    await inServerTransaction(app.db, (tx) =>
      table('information_requests').update(tx, { id: request.id, state: 'open', made_at: request.made_at }, times),
    )
  }
}

const remind: Handle = async (app, tx, id, submissionId) => {
  const order = await lockSubmission(tx, submissionId)
  if (!order || !(await markReminded(tx, id, timestamp(app.clock)))) return
  const request = await table('information_requests').find(tx, { id })
  if (!request) return
  const { due_at: until, payout_cents: payoutCents } = request
  await mailCustomer(app, tx, order, { kind: 'request-reminder', until, payoutCents })
}
