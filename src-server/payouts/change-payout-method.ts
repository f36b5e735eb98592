import { approvedReason, payoutMessages } from '#shared/payout.ts'
import type { ChangePayoutInput } from '#shared/payout-schema.ts'
import { updateUser } from '../accounts/account-queries.ts'
import {
  findSavedPayout,
  markPaymentMethodUsed,
  recordDestination,
  verifyForDestination,
} from '../accounts/payment-methods.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { hasOpenDebt } from '../submissions/payout-facts-queries.ts'
import { updateSubmission } from '../submissions/submission-queries.ts'
import { lockOwnOrder } from '../submissions/submission-rules.ts'
import { endsLine } from './change-payout.ts'
import { createPayout } from './create-payout.ts'
import { findOwedRefund, findPayoutOf } from './payout-queries.ts'

/**
 * Has the customer of an order whose payout or refund failed or came back paid another way, without another review.
 * That is a security change, so the new payout is held for a while.
 */
export async function changePayoutMethod(
  ctx: CallContext,
  customer: Actor,
  { id, savedMethodId, currentPassword, ...input }: ChangePayoutInput,
) {
  const { app } = ctx
  const verified = await verifyForDestination(app, customer, currentPassword)
  const method =
    input.method ??
    (savedMethodId === undefined ? undefined : await findSavedPayout(app, app.db, customer.id, { id: savedMethodId }))
  if (!method) throw notFound()
  await inTransaction(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, customer.id, id)
    const payout = await findPayoutOf(tx, id)
    const refunded = await findOwedRefund(tx, id)
    const owed = payout && order.status === 'failed' && hasOpenDebt(payout) ? payout : refunded
    if (!owed)
      throw conflict(payout && !endsLine.has(payout.state) ? payoutMessages.onItsWay : payoutMessages.notReturned)
    const { approved_by: approvedBy, refund_of: of, amount_cents } = owed
    const text = JSON.stringify(method)
    const columns = {
      payment_type: method.type,
      payout_details_encrypted: encryptText(app.keyring, 'submissions', id, 'payout_details_encrypted', text),
      payout_fingerprint: payoutFingerprint(app.keyring, method),
    }
    const destination = { payout: method, action: 'account.payout-changed', about: id } as const
    await recordDestination(app, tx, customer, destination, verified)
    // Holds this payout, and others that are approved during the hold.
    await updateUser(tx, customer.id, { security_changed_at: timestamp(app.clock) })
    if (savedMethodId !== undefined) await markPaymentMethodUsed(app, tx, savedMethodId)
    const changed = of === null ? { ...order, ...columns } : order
    const refund = of === null ? undefined : { of, owed, amount_cents, method_type: method.type, details: method }
    await createPayout(app, tx, changed, { approvedBy, refund })
    if (refund) return
    await updateSubmission(tx, id, columns)
    await changeStatus(app, tx, changed, { status: 'processing', reason: approvedReason, changedBy: customer.id })
  })
}
