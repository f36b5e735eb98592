import type { CustomerProfile } from '#shared/account-schema.ts'
import { paymentLabel } from '#shared/payment-method.ts'
import { type SubmitFacts, type SubmitProblem, submitProblems } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { uploadMessages } from '#shared/upload.ts'
import { failedItems, isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import type { OrderDetails, PayoutChoice, PlacedOrder, PricedCard } from './wizard-state.ts'

/** The order in step 3. */
export type OrderDraft = {
  priced: PricedCard
  payout: PayoutChoice
  details: OrderDetails
  customer: CustomerProfile
  items: readonly UploadItem[]
}

/** Name and phone: the account's values until the customer types others. */
export function contactOf({ details, customer }: Pick<OrderDraft, 'details' | 'customer'>) {
  return { accountName: details.accountName ?? customer.name, phone: details.phone ?? customer.phone }
}

/** Reasons that block submission: the shared rules and failed uploads. */
export function orderProblems(order: OrderDraft): SubmitProblem[] {
  const missingFiles = failedItems(order.items).map(({ name }): SubmitProblem => {
    return { field: 'files', message: uploadMessages.notUploaded(name) }
  })
  return [...missingFiles, ...submitProblems(submitFacts(order))]
}

/** Input of `submitProblems`. Counts running uploads, but not failed ones. */
export function submitFacts(order: OrderDraft): SubmitFacts {
  const { priced, payout, details, items } = order
  return {
    cardBrand: priced.brand.slug,
    cardNumber: details.cardNumber,
    securityCode: details.securityCode,
    accountName: contactOf(order).accountName,
    payout: payoutFacts(payout, details),
    fileCount: items.filter((item) => item.state.status !== 'failed').length,
    uploadsInProgress: isUploading(items),
    termsAccepted: details.termsAccepted,
  }
}

/** The request to the server, at the displayed price. */
export function submitInput(order: OrderDraft, idempotencyKey: string): SubmitInput {
  const { priced, payout, details, items } = order
  const { quote } = priced
  const facts = payoutFacts(payout, details)
  return {
    cardBrand: priced.brand.slug,
    cardValue: quote.cardValue,
    cardCondition: priced.condition,
    cardNumber: details.cardNumber,
    securityCode: details.securityCode,
    expiringDate: details.expiringDate,
    additionalInfo: details.additionalInfo,
    ...contactOf(order),
    paymentMethod: payout.kind === 'saved' ? payout.method.id : payout.type,
    paymentDetails: facts.kind === 'digital' ? facts.details : '',
    accountNumber: facts.kind === 'bank' ? facts.accountNumber : '',
    routingNumber: facts.kind === 'bank' ? facts.routingNumber : '',
    savePaymentMethod: payout.kind === 'new' && details.savePaymentMethod,
    fileIds: uploadedIds(items),
    termsAccepted: details.termsAccepted,
    quoteId: quote.quoteId,
    exchangeRate: quote.exchangeRate,
    payoutAmount: quote.payoutAmount,
    idempotencyKey,
  }
}

/** The confirmation of an order that was just submitted. `placedAt` in epoch milliseconds. */
export function placedOrder(order: OrderDraft, submissionId: string, placedAt: number): PlacedOrder {
  const { brand, condition, quote } = order.priced
  const { cardValue, exchangeRate, payoutAmount } = quote
  return {
    submissionId,
    cardName: brand.name,
    condition,
    cardValue,
    exchangeRate,
    payoutAmount,
    payoutLabel: payoutLabel(order),
    fileCount: uploadedIds(order.items).length,
    placedAt,
  }
}

/** The payment label as the transaction list shows it. Account numbers are masked. */
export function payoutLabel({ payout, details }: Pick<OrderDraft, 'payout' | 'details'>): string {
  if (payout.kind === 'saved') return payout.method.label
  const { accountNumber, routingNumber } = details
  return payout.type === 'bank'
    ? paymentLabel({ type: payout.type, accountNumber, routingNumber })
    : paymentLabel({ type: payout.type, details: details.payoutDetails[payout.type]?.trim() ?? '' })
}

function payoutFacts(payout: PayoutChoice, details: OrderDetails): SubmitFacts['payout'] {
  if (payout.kind === 'saved') return { kind: 'saved' }
  const { accountNumber, routingNumber } = details
  if (payout.type === 'bank') return { kind: 'bank', accountNumber, routingNumber }
  return { kind: 'digital', details: details.payoutDetails[payout.type] ?? '' }
}
