import { maskPayout } from '#shared/mask-payout.ts'
import { formatCents } from '#shared/money.ts'
import type { SubmissionPayout, TransactionPayout } from '#shared/order-payout-schema.ts'
import { type PayoutDetails, paymentTypeInfo } from '#shared/payment-method.ts'
import type { TransactionStage } from '#shared/payout.ts'
import { later } from '../platform/clock.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import { hasOpenDebt, type PayoutFacts } from './payout-facts-queries.ts'

/** PayPal returns a payout that is not claimed within 30 days. */
const CLAIM_MS = 30 * 24 * 60 * 60_000

/** `details` is where it goes, which the view masks. */
export function transactionPayoutView(
  payout: PayoutFacts,
  { status }: Pick<SubmissionTable, 'status'>,
  details: PayoutDetails | undefined,
): TransactionPayout {
  const label = details ? maskPayout(details) : paymentTypeInfo[payout.method_type].name
  return {
    ...fieldsOf(payout, 'id', 'state'),
    ...moneyOf(payout, 'amount_cents'),
    method: paymentTypeInfo[payout.method_type].name,
    label,
    message: [messageOf(payout, label), ...stillPaid(payout, status)].join(' '),
    ...(payout.state === 'held' && payout.holds[0] && { isHeld: true as const }),
    ...(payout.isUnclaimed && payout.sent_at && { claimBefore: later(payout.sent_at, CLAIM_MS) }),
    ...(hasOpenDebt(payout) && { isOwed: true as const }),
    ...withoutNulls(fieldsOf(payout, 'waits_until')),
    // What was set off was never sent.
    ...(payout.provider !== 'set-off' && withoutNulls(fieldsOf(payout, 'sent_at', 'reference'))),
  }
}

const laterStatuses: Readonly<Partial<Record<SubmissionTable['status'], string>>> = {
  rejected: 'The order was rejected after that.',
  failed: 'The order was marked as failed after that.',
  pending: 'We look at the order again.',
}

/** Without it, the status of a paid order would contradict its payment. */
function stillPaid({ state, provider }: PayoutFacts, status: SubmissionTable['status']) {
  const later = laterStatuses[status]
  const isPaid = (state === 'paid' || state === 'sent') && provider !== 'set-off'
  return isPaid && later ? [later] : []
}

export function submissionPayoutView({ id, state, holds }: PayoutFacts): SubmissionPayout {
  return { id, state, holds }
}

/** Undefined for an order that ends without money. One that is rejected after its payout counts as paid. */
export function stageOf({ status }: SubmissionTable, payout: PayoutFacts | undefined): TransactionStage | undefined {
  if (status === 'pending') return 'waiting'
  if (payout && hasOpenDebt(payout)) return 'returned'
  if (payout?.state === 'sent' && status !== 'failed') return 'on-its-way'
  if (status === 'completed' || payout?.state === 'paid') return 'paid'
  if (status !== 'processing') return undefined
  if (payout?.state === 'held' || payout?.state === 'ready') return 'approved'
  if (payout?.state === 'sending') return 'paying'
  return 'checking'
}

function messageOf({ state, holds, isUnclaimed, amount_cents, provider, refund_of }: PayoutFacts, label: string) {
  const payout = refund_of === null ? 'payout' : 'refund'
  const amount = formatCents(amount_cents)
  const money = refund_of === null ? amount : `Your refund of ${amount}`
  switch (state) {
    case 'held':
      if (holds.includes('account-changed'))
        return 'Approved, and waiting for a second look. Your password, email address or payment method was changed recently. To protect you, this payout waits for a while.'
      if (holds.includes('set-off')) return `Approved. ${amount} waits for your answer to the question on this page.`
      if (holds[0]) return 'Approved, and waiting for a second look. We look at this payout once more before it leaves.'
      return `Approved. ${money} goes to ${label} next.`
    case 'ready':
      return `Approved. ${money} goes to ${label} next.`
    case 'sending':
      return `${money} is being paid to ${label}.`
    case 'sent':
      if (isUnclaimed) return `PayPal holds ${amount} for you. Open the email from PayPal and claim it.`
      return `${money} is on its way to ${label}. PayPal has not paid it out yet.`
    case 'paid':
      if (provider === 'set-off') return `${amount} was used for what you owed us, as you agreed.`
      return `${money} was paid to ${label}.`
    case 'failed':
      return `The ${payout} of ${amount} could not be paid.`
    case 'returned':
      return `The ${payout} of ${amount} came back.`
    case 'canceled':
      return `This ${payout} was canceled.`
  }
}

/** Undefined for a registration record or when they are erased. */
export function decryptPayout(keyring: Keyring, row: SubmissionTable) {
  const details = textIn(keyring, 'submissions', row, 'payout_details_encrypted')
  return details === undefined ? undefined : (JSON.parse(details) as PayoutDetails)
}
