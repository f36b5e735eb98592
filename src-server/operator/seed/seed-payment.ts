import { roundedCents } from '#shared/money.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import { findItem } from '../../payouts/item-queries.ts'
import { getPayout } from '../../payouts/list-payouts.ts'
import { lockPayoutFor } from '../../payouts/lock-payout.ts'
import { beginByHand, markSent } from '../../payouts/pay-by-hand.ts'
import { updateAttempt } from '../../payouts/payout-queries.ts'
import { recordReturn } from '../../payouts/record-return.ts'
import { getNewestAttempt } from '../../payouts/send-payout.ts'
import { beginPayPal } from '../../payouts/sending/begin-paypal.ts'
import { recordLookUp } from '../../payouts/sending/record-lookup.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'

/** What PayPal takes at most in the United States. */
const FEE_CENTS = 25

/** Pays a ready payout: by PayPal where that is its method, else by hand. Without PayPal, the answer is made up. */
export async function payDemo(
  app: ServerContext,
  ctx: CallContext,
  owner: Actor,
  payoutId: string,
  number: number,
): Promise<void> {
  const { method, version, amount } = await getPayout(app, payoutId)
  if (method !== 'paypal') {
    const { payout } = await beginByHand(ctx, owner, { id: payoutId, version })
    return markSent(ctx, owner, { id: payoutId, version: payout.version, reference: `BANK-${2001 + number}` })
  }
  const lease = await inTransaction(ctx, async (tx) => {
    await beginPayPal(app, tx, await lockPayoutFor(app, tx, owner, { id: payoutId }), owner.id)
    const attempt = await getNewestAttempt(tx, payoutId)
    const now = timestamp(app.clock)
    const sent = { state: 'accepted', provider_batch: `DEMO-BATCH-${number}`, first_called_at: now } as const
    await updateAttempt(tx, attempt.key, { ...sent, lease_until: now })
    return { before: { ...attempt, ...sent }, leaseUntil: now }
  })
  const { key } = lease.before
  const item = {
    itemId: `DEMO-${number}`,
    payoutId,
    amountCents: roundedCents(amount),
    transactionId: `PP-${number}`,
  }
  await recordLookUp(app, lease, { result: 'found', payout: { state: 'paid', feeCents: FEE_CENTS, key, item } })
  // The server must not look up at PayPal what it never sent.
  await inTransaction(ctx, (tx) => updateAttempt(tx, key, { next_poll_at: null }))
}

export async function returnDemo(
  app: ServerContext,
  ctx: CallContext,
  owner: Actor,
  submissionId: string,
): Promise<void> {
  const item = await findItem(app.db, submissionId)
  if (!item) throw new Error(`${submissionId} has no item.`)
  const { id, version } = await getPayout(app, item.payout_id)
  await recordReturn(ctx, owner, { id, version, code: 'details' })
}
