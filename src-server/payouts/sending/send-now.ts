import { payoutMessages } from '#shared/payout.ts'
import type { Payout, SendNowInput } from '#shared/payout-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { conflict } from '../../platform/errors.ts'
import { getPayout } from '../list-payouts.ts'
import { lockPayoutFor } from '../lock-payout.ts'
import { beginPayPal } from './begin-paypal.ts'

/** Sends ready payouts by PayPal, all or none of them, and ends a pause of PayPal. The worker requests them next. */
export async function sendNow(ctx: CallContext, staff: Actor, input: SendNowInput): Promise<Payout[]> {
  const { app } = ctx
  if (!app.payouts.paypal) throw conflict(payoutMessages.noPayPal)
  const ids = [...new Set(input.ids)]
  await inTransaction(ctx, async (tx) => {
    // Always in the same order, so that two calls do not wait for each other.
    for (const id of ids.toSorted()) await beginPayPal(app, tx, await lockPayoutFor(app, tx, staff, { id }), staff.id)
    await table('sender_pauses').remove(tx, { provider: 'paypal' })
  })
  return Promise.all(ids.map((id) => getPayout(app, id)))
}
