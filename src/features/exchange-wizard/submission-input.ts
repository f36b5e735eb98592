import type { CustomerProfile } from '#shared/account-schema.ts'
import { cardHints } from '#shared/card-hints.ts'
import { isCvs } from '#shared/card-note.ts'
import { compactText } from '#shared/compact-text.ts'
import { type PayoutDetails, paymentLabel } from '#shared/payment-method.ts'
import { type SubmitFacts, type SubmitProblem, submitProblemMessages, submitProblems } from '#shared/submission.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { type SubmissionWarning, submissionWarnings } from '#shared/submission-warnings.ts'
import { uploadMessages } from '#shared/upload.ts'
import { payoutType } from './payout-choice.ts'
import { isUploading, type UploadItem, uploadedIds } from './upload-item.ts'
import type { PayoutChoice, PlacedSubmission, PricedCard, SubmissionDetails } from './wizard-state.ts'

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

export function asksForCode({ priced, details }: Pick<SubmissionDraft, 'priced' | 'details'>) {
  const { code, mayLackCode } = cardHints(priced.brand, priced.condition)
  return code !== undefined && !(mayLackCode && details.hasNoCode)
}

/** The server requires a code of every card; one without a second code repeats its number. */
function securityCodeOf(draft: SubmissionDraft) {
  return asksForCode(draft) ? draft.details.securityCode : draft.details.cardNumber
}

export function submissionProblems(draft: SubmissionDraft): SubmitProblem[] {
  const hasCodeField = asksForCode(draft)
  const rules = submitProblems(submitFacts(draft)).filter(({ field }) => hasCodeField || field !== 'securityCode')
  return [...failedUploads(draft.items), ...rules]
}

export function failedUploads(items: readonly UploadItem[]): SubmitProblem[] {
  const failed = items.filter(({ state }) => state.status === 'failed')
  return failed.map(({ name }) => ({ field: 'files', message: uploadMessages.notUploaded(name) }))
}

export function isWaiting({ message }: Pick<SubmitProblem, 'message'>) {
  return message === submitProblemMessages.uploading
}

/** What to check before sending; none of it blocks. `hasCopies`: two photos have the same content. */
export function draftWarnings(draft: SubmissionDraft, hasCopies: boolean, now: Date): SubmissionWarning[] {
  const { priced, payout, details, items } = draft
  const { brand, condition } = priced
  const files: SubmissionWarning[] = []
  if (hasCopies)
    files.push({
      field: 'files',
      message: items.length === 2 ? 'Both photos are the same.' : 'Two of your photos are the same.',
    })
  if (isCvs(brand.slug) && items.length > 0 && items.every(({ slot }) => slot !== 'receipt'))
    files.push({ field: 'files', message: 'CVS cards need a photo of the store receipt.' })
  const facts = {
    brand,
    condition,
    cardNumber: details.cardNumber,
    securityCode: asksForCode(draft) ? details.securityCode : '',
    expiringDate: details.expiringDate,
    payout: payout.kind === 'new' ? newPayout(payout, details) : undefined,
  }
  return [...files, ...submissionWarnings(facts, now)]
}

export function submitFacts(draft: SubmissionDraft): SubmitFacts {
  const { priced, payout, details, items } = draft
  return {
    brand: priced.brand,
    cardNumber: details.cardNumber,
    securityCode: securityCodeOf(draft),
    expiringDate: details.expiringDate,
    accountName: contactOf(draft).accountName,
    payout: payoutFacts(payout, details),
    fileCount: items.filter((item) => item.state.status !== 'failed').length,
    uploadsInProgress: isUploading(items),
    termsAccepted: details.termsAccepted,
  }
}

export function submitInput(draft: SubmissionDraft, idempotencyKey: string): SubmitInput {
  const { priced, payout, details, items } = draft
  const { quote } = priced
  const facts = payoutFacts(payout, details)
  return {
    cardBrand: priced.brand.slug,
    cardValue: quote.cardValue,
    cardCondition: priced.condition,
    cardNumber: details.cardNumber,
    securityCode: securityCodeOf(draft),
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
    ...(quote.resubmitOf !== undefined && { resubmitOf: quote.resubmitOf }),
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
    isPaidByBank: payoutType(draft.payout) === 'bank',
    fileCount: uploadedIds(draft.items).length,
    placedAt,
  }
}

export function payoutLabel({ payout, details }: Pick<SubmissionDraft, 'payout' | 'details'>) {
  return payout.kind === 'saved' ? payout.method.label : paymentLabel(newPayout(payout, details))
}

function newPayout({ type }: PayoutChoice & { kind: 'new' }, details: SubmissionDetails): PayoutDetails {
  const { accountNumber, routingNumber } = details
  return type === 'bank'
    ? { type, accountNumber, routingNumber }
    : { type, details: compactText(details.payoutDetails[type] ?? '') }
}

function payoutFacts(payout: PayoutChoice, details: SubmissionDetails): SubmitFacts['payout'] {
  if (payout.kind === 'saved') return { kind: 'saved' }
  const { accountNumber, routingNumber } = details
  if (payout.type === 'bank') return { kind: 'bank', accountNumber, routingNumber }
  return { kind: 'digital', details: details.payoutDetails[payout.type] ?? '' }
}
