import { payoutMessages, UNCLAIMED } from '#shared/payout.ts'
import type { Payout, PayoutNoteInput, SendNowInput, SettleUnknownInput } from '#shared/payout-schema.ts'
import { type Actor, auditNow, type CallSource } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts'
import { networkOf } from '../../platform/rate-limits/network-of.ts'
import { writeNote } from '../../submissions/write-note.ts'
import { changePayout, emitPayoutChanged, type HandledPayout, inPayoutChange, lockPayoutFor } from '../change-payout.ts'
import { bookFee, feeCentsOf } from '../correct-paid.ts'
import { destinationOf } from '../destination.ts'
import { getPayout } from '../list-payouts.ts'
import { findOrderOf, updateAttempt } from '../payout-queries.ts'
import { receiverOf } from '../paypal/payment-fields.ts'
import { parseWebhook, type WebhookHeaders } from '../paypal/webhook.ts'
import { completeOrder, getNewestAttempt, reportUnpaid, settle, startSending } from '../send-payout.ts'
import { makeAttemptDue } from './attempt-queries.ts'

/** Who PayPal pays; undefined when the destination is erased, or PayPal cannot pay it. */
export function payPalReceiver(app: AppContext, payout: PayoutTable, order: SubmissionTable) {
  if (payout.method_type !== 'paypal') return undefined
  const details = destinationOf(app, payout, order)
  return details && 'details' in details ? receiverOf(details.details) : undefined
}

/** Begins to send a ready payout by PayPal: the worker requests it after the commit. `by` is null for the server. */
export async function beginPayPal(app: AppContext, tx: Tx, { payout, order, audit }: HandledPayout, by: string | null) {
  if (!payPalReceiver(app, payout, order)) throw conflict(payoutMessages.notByPayPal(payout.id))
  if (payout.state !== 'ready') throw conflict(payoutMessages.notReady(payout.id))
  await startSending(app, tx, payout, { provider: 'paypal', by })
  await audit('payout.sending', 'by PayPal')
}

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

/**
 * Has PayPal cancel a payout that its receiver has not claimed. Its state changes only by what PayPal says at the next
 * look, also when this process ends in between.
 */
export async function cancelUnclaimed(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput) {
  const { app } = ctx
  const { paypal } = app.payouts
  if (!paypal) throw conflict(payoutMessages.noPayPal)
  const { payout, order, itemId } = await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }) => {
    const attempt = payout.state === 'sent' ? await getNewestAttempt(tx, payout.id) : undefined
    if (attempt?.state !== 'accepted' || attempt.error_code !== UNCLAIMED || attempt.provider_item === null)
      throw conflict(payoutMessages.notUnclaimed)
    await changePayout(app, tx, payout, {})
    await writeNote(app, tx, staff, { submissionId: order.id, text: note })
    await audit('payout.cancel-asked')
    return { payout, order, itemId: attempt.provider_item }
  })
  const answer = await paypal.cancelUnclaimed(itemId)
  await inTransaction(ctx, async (tx) => {
    await makeAttemptDue(tx, { batchId: undefined, payoutId: payout.id, now: timestamp(app.clock) })
    await emitPayoutChanged(app, tx, payout, order.id)
  })
  if (answer === 'unknown') throw new AppError('unavailable', payoutMessages.noAnswer)
  if (answer === 'refused') throw conflict(payoutMessages.notUnclaimed)
}

/**
 * Records what a person found at PayPal about a payout of which the server knows nothing. 'not-sent' takes two
 * colleagues, of whom the first call makes a proposal.
 */
export async function settleUnknown(ctx: CallContext, staff: Actor, input: SettleUnknownInput) {
  const { outcome, reference } = input
  if (outcome === 'paid' && reference === '') throw invalid('reference', payoutMessages.referenceMissing)
  const feeCents = feeCentsOf(input.fee)
  await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }, app) => {
    if (payout.state !== 'sending' && payout.state !== 'sent') throw conflict(payoutMessages.notUnknown)
    const found = await getNewestAttempt(tx, payout.id)
    if (found.state !== 'unknown' || found.next_poll_at !== null) throw conflict(payoutMessages.notUnknown)
    if (outcome === 'not-sent' && payout.state === 'sent') throw conflict(payoutMessages.wasAccepted)
    if (outcome === 'not-sent')
      return audit('payout.settled-by-hand', `not sent, ${await reportUnpaid(app, tx, payout, staff.id)}`)
    await audit('payout.settled-by-hand', 'paid')
    const paid = await settle(app, tx, staff, payout, reference)
    const attempt = { ...found, state: 'settled' } as const
    if (input.fee !== undefined) await bookFee(app, tx, { payout: paid, attempt }, feeCents, staff.id)
    // PayPal may name its fee, or return the money, later.
    if (found.provider_batch !== null) await updateAttempt(tx, found.key, { next_poll_at: timestamp(app.clock) })
    await completeOrder(app, tx, order, { payout, by: staff.id, reference })
  })
}

/**
 * Takes a webhook of PayPal, whose body is as it arrived: a payout that it names is looked up next. A forged one is
 * audited once a minute for each network. After 'unavailable' PayPal sends it again.
 */
export async function receiveWebhook(
  ctx: CallContext,
  { headers, body, source }: { headers: WebhookHeaders; body: Uint8Array; source: CallSource },
) {
  const { app } = ctx
  if (!app.payouts.paypal) throw notFound()
  const verdict = await app.payouts.paypal.verifyWebhook(headers, body)
  if (verdict === 'unavailable') throw new AppError('unavailable', 'PayPal cannot be asked. Send this again later.')
  if (verdict === 'refused') {
    if (await app.auditThrottles.refusals.passes(`webhook ${networkOf(source.ip)}`))
      await auditNow(ctx, { id: null, ...source }, 'webhook.refused', '', 'PayPal')
    throw new AppError('bad_request', 'PayPal did not send this.')
  }
  const event = parseWebhook(body)
  if (!event) return
  const { id: event_id, type, batchId, itemId, payoutId } = event
  const now = timestamp(app.clock)
  await inTransaction(ctx, async (tx) => {
    const resource_id = itemId ?? batchId ?? null
    const row = { provider: 'paypal', event_id, type, resource_id, received_at: now } as const
    if (!(await table('provider_events').insertOnce(tx, row))) return
    const due = await makeAttemptDue(tx, { batchId, payoutId, now })
    // Wakes the workers of all nodes.
    for (const payout of due) await emitPayoutChanged(app, tx, payout, await findOrderOf(tx, payout.id))
  })
}
