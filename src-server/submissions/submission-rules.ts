import type { Brand } from '#shared/brand.ts'
import { cardHints } from '#shared/card-hints.ts'
import { dollarsFromCents, fractionFromBps, payoutCents } from '#shared/money.ts'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { payoutDetails } from '#shared/payment-method-schema.ts'
import { isPaymentType, type PaymentType } from '#shared/payment-type.ts'
import { submitProblemMessages, submitProblems } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { type Price, priceChanged } from './quotes.ts'
import { lockSubmission } from './submission-queries.ts'

export const goneFile = 'One of the files is not there any more. Please upload it again.'

/** The number is also the code of a card that has no other one, as in the form. */
export function withCode(sent: SubmitInput, brand: Brand): SubmitInput {
  const hasOneCode = cardHints(brand, sent.cardCondition).code === undefined
  return hasOneCode && sent.securityCode === '' ? { ...sent, securityCode: sent.cardNumber } : sent
}

/** @throws AppError 'not_found' for the order of another customer, and for a registration record */
export function orderOfCustomer<Order extends SubmissionTable>(order: Order | undefined, customerId: string) {
  if (order?.user_id !== customerId || order.status === 'registered') throw notFound()
  return order
}

/** @throws AppError 'not_found' like `orderOfCustomer` */
export async function lockOwnOrder(tx: Tx, customerId: string, id: string) {
  return orderOfCustomer(await lockSubmission(tx, id), customerId)
}

export function assertSubmittable(input: SubmitInput, brand: Brand, fileCount: number) {
  const { paymentMethod, accountNumber, routingNumber } = input
  const [problem] = submitProblems({
    ...input,
    brand,
    payout: !isPaymentType(paymentMethod)
      ? { kind: 'saved' }
      : paymentMethod === 'bank'
        ? { kind: 'bank', accountNumber, routingNumber }
        : { kind: 'digital', details: input.paymentDetails },
    fileCount,
    uploadsInProgress: false,
  })
  if (problem) throw invalid(problem.field, problem.message)
}

/** Of a new method, not a saved one. */
export function newPayout(input: SubmitInput & { paymentMethod: PaymentType }): PayoutDetails {
  const parsed = payoutDetails.safeParse({
    type: input.paymentMethod,
    details: input.paymentDetails,
    accountNumber: input.accountNumber,
    routingNumber: input.routingNumber,
  })
  if (!parsed.success) throw invalid('paymentDetails', submitProblemMessages.paymentDetails)
  return parsed.data
}

/** Compares with the server's price, which always applies. @throws AppError 'conflict', with a new quote */
export function assertSamePrice(app: AppContext, input: SubmitInput, { valueCents, rateBps }: Price) {
  const payout = dollarsFromCents(payoutCents(valueCents, rateBps))
  const same =
    (input.exchangeRate === undefined || input.exchangeRate === fractionFromBps(rateBps)) &&
    (input.payoutAmount === undefined || input.payoutAmount === payout)
  if (!same) throw priceChanged(app, input)
}
