import { appealMessages } from '#shared/appeal.ts'
import type { WithdrawAppealInput } from '#shared/appeal-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { findOpenAppeal } from '../submissions/appeal-queries.ts'
import { lockOwnOrder } from '../submissions/submission-rules.ts'
import { noteAppeal } from './note-appeal.ts'

/** The decision stands and cannot be appealed again. */
export async function withdrawAppeal(ctx: CallContext, customer: Actor, { orderId }: WithdrawAppealInput) {
  await inTransaction(ctx, async (tx, app) => {
    const order = await lockOwnOrder(tx, customer.id, orderId)
    const appeal = await findOpenAppeal(tx, order.id)
    const closed = { state: 'withdrawn', decided_at: timestamp(app.clock) } as const
    if (!appeal || !(await table('appeals').update(tx, { id: appeal.id, state: 'open' }, closed)))
      throw conflict(appealMessages.notOpen)
    await noteAppeal(app, tx, { ...appeal, order }, { code: 'appeal-withdrawn', by: customer.id })
    await audit(app, tx, customer, 'appeal.withdrawn', order.id)
  })
}
