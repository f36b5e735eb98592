import type { Brand } from './brand.ts'
import { compactText } from './compact-text.ts'
import { isAccountNumber, isRoutingNumber } from './payment-method.ts'
import { paymentTypes } from './payment-type.ts'

export const reviewStatuses = ['pending', 'processing', 'completed', 'rejected', 'failed'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]
/** 'registered' marks the record written at sign-up; it is never set by hand. */
export const submissionStatuses = [...reviewStatuses, 'registered'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** Statuses without further decisions: the security code is purged. */
export const finalStatuses: ReadonlySet<SubmissionStatus> = new Set(['completed', 'rejected', 'failed'])
export const openStatuses: readonly ReviewStatus[] = reviewStatuses.filter((status) => !finalStatuses.has(status))

/** Whether the customer still waits for a decision or for money. The record of a registration is never open. */
export function isOpen(status: SubmissionStatus) {
  return status !== 'registered' && !finalStatuses.has(status)
}

export const REASON_MAX_LENGTH = 500
export const ADDITIONAL_INFO_MAX_LENGTH = 1000

export const submissionMessages = {
  submittedTitle: 'Success!',
  submitted: 'Your gift card exchange has been submitted successfully.',
  submitFailed: 'Failed to submit exchange. Please try again.',
  priceChanged: 'The price of this card has changed. Please check the new quote before you submit.',
  statusUpdated: 'Status updated successfully! You can now close this dialog.',
  statusUpdateFailed: 'Failed to update status. Please try again.',
  statusConflict: 'Someone else has changed this submission. Look at the new status before you decide.',
} as const

export type SubmitFacts = {
  brand: Pick<Brand, 'slug' | 'name' | 'rules'>
  cardNumber: string
  securityCode: string
  expiringDate: string
  accountName: string
  payout:
    | { kind: 'saved' }
    | { kind: 'bank'; accountNumber: string; routingNumber: string }
    | { kind: 'digital'; details: string }
  fileCount: number
  uploadsInProgress: boolean
  termsAccepted: boolean
}
export type SubmitField =
  | 'cardNumber'
  | 'securityCode'
  | 'expiringDate'
  | 'accountName'
  | 'paymentDetails'
  | 'accountNumber'
  | 'routingNumber'
  | 'files'
  | 'terms'
export type SubmitProblem = { field: SubmitField; message: string }

export const submitProblemMessages = {
  cardNumber: 'Gift card number is required',
  securityCode: 'Security code is required',
  expiringDate: 'Expiry date is required',
  accountName: 'Account name is required',
  paymentDetails: 'Payment method details are required',
  paymentMethod: `Choose a payment method: ${paymentTypes.join(', ')}, or the id of one that is saved`,
  accountNumber: 'Enter an account number of 4 to 17 digits',
  routingNumber: 'Enter the 9-digit routing number of your bank',
  noFile: 'At least one file must be uploaded',
  visaFiles: 'Visa cards require both front and back photos (at least 2 files)',
  uploading: 'Please wait for files to finish uploading',
  terms: 'You must accept the terms and conditions',
} as const

/** All problems that prevent the submit, in the order of the form; empty when it can be sent. */
export function submitProblems(facts: SubmitFacts) {
  const problems: SubmitProblem[] = []
  const require = (field: SubmitField, isMet: boolean, message: string) => {
    if (!isMet) problems.push({ field, message })
  }
  const { payout, fileCount } = facts
  require('files', fileCount > 0, submitProblemMessages.noFile)
  if (fileCount > 0) require('files', fileCount >= facts.brand.rules.photosNeeded, morePhotos(facts.brand))
  require('files', !facts.uploadsInProgress, submitProblemMessages.uploading)
  require('cardNumber', compactText(facts.cardNumber) !== '', submitProblemMessages.cardNumber)
  require('securityCode', compactText(facts.securityCode) !== '', submitProblemMessages.securityCode)
  const hasExpiry = !facts.brand.rules.expiryNeeded || compactText(facts.expiringDate) !== ''
  require('expiringDate', hasExpiry, submitProblemMessages.expiringDate)
  require('accountName', compactText(facts.accountName) !== '', submitProblemMessages.accountName)
  if (payout.kind === 'bank') {
    const given = compactText(payout.accountNumber) !== '' && compactText(payout.routingNumber) !== ''
    require('paymentDetails', given, submitProblemMessages.paymentDetails)
    if (given) {
      require('accountNumber', isAccountNumber(payout.accountNumber), submitProblemMessages.accountNumber)
      require('routingNumber', isRoutingNumber(payout.routingNumber), submitProblemMessages.routingNumber)
    }
  }
  if (payout.kind === 'digital')
    require('paymentDetails', compactText(payout.details) !== '', submitProblemMessages.paymentDetails)
  require('terms', facts.termsAccepted, submitProblemMessages.terms)
  return problems
}

/** How many photos a card of this brand needs: for Visa cards, which need both sides, in the specified words. */
export function morePhotos({ slug, name, rules }: SubmitFacts['brand']) {
  if (slug.includes('visa') && rules.photosNeeded === 2) return submitProblemMessages.visaFiles
  return `${name} cards require at least ${rules.photosNeeded} photos`
}

export const revealableFields = ['cardNumber', 'securityCode', 'accountNumber', 'routingNumber'] as const
export type RevealableField = (typeof revealableFields)[number]
