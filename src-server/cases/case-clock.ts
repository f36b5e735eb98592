import type { ServerContext } from '../context.ts'
import { later, timestamp } from '../platform/clock.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { notePictures, purgeInBatches } from '../submissions/purge-submission.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { eraseTraces, findNextDue, listClosedWithTraces, listDue, listMadeAhead, type Traced } from './case-queries.ts'
import { type Asked, endRequest, lockCase } from './case-steps.ts'

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

type Handle = (app: ServerContext, tx: Tx, asked: Asked) => Promise<unknown>

/** Each in a transaction of its own, if it is due and open still: the seller or staff may have been first. */
async function eachDue(app: ServerContext, column: 'due_at' | 'remind_at', handle: Handle) {
  for (;;) {
    const due = await listDue(app.db, column, timestamp(app.clock), BATCH)
    for (const { id } of due)
      await inServerTransaction(app.db, async (tx) => {
        const locked = await lockCase(tx, table('information_requests'), id)
        if (locked?.row.state === 'open' && locked.row[column] !== null)
          await handle(app, tx, { order: locked.order, request: locked.row })
      })
    if (due.length < BATCH) return
  }
}

const expire: Handle = (app, tx, asked) => endRequest(app, tx, asked, { state: 'expired' })

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

const remind: Handle = async (app, tx, { order, request: { id, due_at: until, payout_cents: payoutCents } }) => {
  await table('information_requests').update(tx, { id }, { remind_at: null, reminded_at: timestamp(app.clock) })
  await mailCustomer(app, tx, order, { kind: 'request-reminder', until, payoutCents })
}

/** Erases pictures and words of those that were closed at `before` (ISO 8601) or earlier. */
export function purgeClosed(app: ServerContext, name: Traced, before: string) {
  const next = (tx: Tx) => listClosedWithTraces(tx, name, before)
  return purgeInBatches(app, next, async (_, tx, { id, submission_id }, at) =>
    notePictures(app, tx, submission_id, await eraseTraces(tx, name, id), at),
  )
}
