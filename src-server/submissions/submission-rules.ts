import { dollarsFromCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import { isPaymentType, type PaymentType, type PayoutDetails } from '#shared/payment-method.ts'
import { payoutDetails } from '#shared/payment-method-schema.ts'
import type { Quote } from '#shared/quote-schema.ts'
import { submissionMessages, submitProblemMessages, submitProblems } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { AppError } from '../errors.ts'
import type { PriceableCard } from './quotes.ts'

/**
 * Holds an order against the rules of the submit form.
 * @throws AppError 'bad_request' with the first broken rule's words and field.
 */
export function assertSubmittable(input: SubmitInput, fileCount: number): void {
  const { paymentMethod, accountNumber, routingNumber } = input
  const [problem] = submitProblems({
    ...input,
    payout: !isPaymentType(paymentMethod)
      ? { kind: 'saved' }
      : paymentMethod === 'bank'
        ? { kind: 'bank', accountNumber, routingNumber }
        : { kind: 'digital', details: input.paymentDetails },
    fileCount,
    uploadsInProgress: false,
  })
  if (problem) throw new AppError('bad_request', problem.message, { field: problem.field })
}

/** Where a new (not saved) method pays to. @throws AppError 'bad_request' */
export function newPayout(input: SubmitInput & { paymentMethod: PaymentType }): PayoutDetails {
  const parsed = payoutDetails.safeParse({
    type: input.paymentMethod,
    details: input.paymentDetails,
    accountNumber: input.accountNumber,
    routingNumber: input.routingNumber,
  })
  if (!parsed.success)
    throw new AppError('bad_request', submitProblemMessages.paymentDetails, { field: 'paymentDetails' })
  return parsed.data
}

/**
 * The price is ours. A price the caller names may only be the same one.
 * @throws AppError 'conflict' carrying the new quote when it differs.
 */
export function assertSamePrice(
  input: Pick<SubmitInput, 'exchangeRate' | 'payoutAmount'>,
  { valueCents }: PriceableCard,
  rateBps: number,
  newQuote: () => Quote,
): void {
  const payout = dollarsFromCents(payoutCents(valueCents, rateBps))
  const same =
    (input.exchangeRate === undefined || input.exchangeRate === fractionFromBps(rateBps)) &&
    (input.payoutAmount === undefined || input.payoutAmount === payout)
  if (!same) throw new AppError('conflict', submissionMessages.priceChanged, { quote: newQuote() })
}
