import type { CustomerProfile } from '#shared/account-schema.ts'
import { paymentLabel } from '#shared/payment-method.ts'
import { type SubmitFacts, type SubmitProblem, submitProblems } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { uploadMessages } from '#shared/upload.ts'
import { failedItems, isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import type { PayoutChoice, PlacedSubmission, PricedCard, SubmissionDetails } from './wizard-state.ts'

/** The draft in step 3. */
export type SubmissionDraft = {
  priced: PricedCard
  payout: PayoutChoice
  details: SubmissionDetails
  customer: CustomerProfile
  items: readonly UploadItem[]
}

/** Name and phone: the account's values until the customer types others. */
export function contactOf({ details, customer }: Pick<SubmissionDraft, 'details' | 'customer'>) {
  return { accountName: details.accountName ?? customer.name, phone: details.phone ?? customer.phone }
}

/** Reasons that block submission: the shared rules and failed uploads. */
export function submissionProblems(draft: SubmissionDraft): SubmitProblem[] {
  const missingFiles = failedItems(draft.items).map(({ name }): SubmitProblem => {
    return { field: 'files', message: uploadMessages.notUploaded(name) }
  })
  return [...missingFiles, ...submitProblems(submitFacts(draft))]
}

/** Input of `submitProblems`. Counts running uploads, but not failed ones. */
export function submitFacts(draft: SubmissionDraft): SubmitFacts {
  const { priced, payout, details, items } = draft
  return {
    cardBrand: priced.brand.slug,
    cardNumber: details.cardNumber,
    securityCode: details.securityCode,
    accountName: contactOf(draft).accountName,
    payout: payoutFacts(payout, details),
    fileCount: items.filter((item) => item.state.status !== 'failed').length,
    uploadsInProgress: isUploading(items),
    termsAccepted: details.termsAccepted,
  }
}

/** The request to the server, at the displayed price. */
export function submitInput(draft: SubmissionDraft, idempotencyKey: string): SubmitInput {
  const { priced, payout, details, items } = draft
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
    ...contactOf(draft),
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

/** The confirmation of an submission that was just sent. `placedAt` in epoch milliseconds. */
export function placedSubmission(draft: SubmissionDraft, submissionId: string, placedAt: number): PlacedSubmission {
  const { brand, condition, quote } = draft.priced
  const { cardValue, exchangeRate, payoutAmount } = quote
  return {
    submissionId,
    cardName: brand.name,
    condition,
    cardValue,
    exchangeRate,
    payoutAmount,
    payoutLabel: payoutLabel(draft),
    fileCount: uploadedIds(draft.items).length,
    placedAt,
  }
}

/** The payment label as the transaction list shows it. Account numbers are masked. */
export function payoutLabel({ payout, details }: Pick<SubmissionDraft, 'payout' | 'details'>): string {
  if (payout.kind === 'saved') return payout.method.label
  const { accountNumber, routingNumber } = details
  return payout.type === 'bank'
    ? paymentLabel({ type: payout.type, accountNumber, routingNumber })
    : paymentLabel({ type: payout.type, details: details.payoutDetails[payout.type]?.trim() ?? '' })
}

function payoutFacts(payout: PayoutChoice, details: SubmissionDetails): SubmitFacts['payout'] {
  if (payout.kind === 'saved') return { kind: 'saved' }
  const { accountNumber, routingNumber } = details
  if (payout.type === 'bank') return { kind: 'bank', accountNumber, routingNumber }
  return { kind: 'digital', details: details.payoutDetails[payout.type] ?? '' }
}
