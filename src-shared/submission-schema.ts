import { z } from 'zod'
import { accountFields } from './account.ts'
import { balance } from './balance-schema.ts'
import { cardConditions } from './card-condition.ts'
import { cleanText } from './clean-text.ts'
import { EMAIL_MAX_LENGTH } from './email.ts'
import { queueRequestStates, requestKinds } from './information-request.ts'
import { submissionPayout, transactionPayout } from './order-payout-schema.ts'
import { SUBMISSIONS_PER_PAGE } from './paging.ts'
import { pagination, pagingOf } from './paging-schema.ts'
import { idempotencyKey, price, reference, storedFile } from './parts-schema.ts'
import { paymentTypes } from './payment-type.ts'
import { paidMoney, transactionStages } from './payout.ts'
import { canSortBy, queueFilters, queueMessages, queueSorts } from './queue.ts'
import { quotedCard } from './quote-schema.ts'
import { givenReasonCodes, reasonCodes } from './reason-code.ts'
import {
  ADDITIONAL_INFO_MAX_LENGTH,
  REASON_MAX_LENGTH,
  reviewStatuses,
  submissionStatuses,
  submitProblemMessages,
} from './submission.ts'
import { submissionListNames } from './submission-lists.ts'
import { id, listFilter, searchText, text, typedText } from './text-schema.ts'
import { transactionSorts } from './transaction-list.ts'
import { MAX_FILES_PER_SUBMISSION } from './upload.ts'

export const fileIds = z.array(id, { error: submitProblemMessages.noFile }).max(MAX_FILES_PER_SUBMISSION, {
  error: `Add at most ${MAX_FILES_PER_SUBMISSION} files to an order.`,
})
export const securityCode = typedText('code', 100, {
  label: 'The security code',
  missing: submitProblemMessages.securityCode,
})
const noDetails = submitProblemMessages.paymentDetails

/** Name, e-mail, phone and price are the server's: what a caller sends of these is compared, required or ignored. */
export const submitInput = z.object({
  ...quotedCard,
  cardCondition: z
    .enum(cardConditions, { error: `Card condition must be ${cardConditions.join(' or ')}.` })
    .default('brand-new'),
  cardNumber: typedText('code', 100, { label: 'The gift card number', missing: submitProblemMessages.cardNumber }),
  securityCode: securityCode
    .default('')
    .meta({ description: 'Required, but for a card whose number is its only code, such as Amazon and Apple.' }),
  expiringDate: typedText('code', 20, { label: 'The expiry date' }).default(''),
  additionalInfo: text(ADDITIONAL_INFO_MAX_LENGTH, { label: 'The additional information' }).default(''),
  accountName: typedText('name', accountFields.name.maxLength, {
    label: 'The account name',
    missing: submitProblemMessages.accountName,
  }),
  phone: typedText('phone', accountFields.phone.maxLength, { label: accountFields.phone.label }).default(''),
  /** A payment type, or the id of a saved method of this customer. */
  paymentMethod: z
    .string({ error: submitProblemMessages.paymentMethod })
    .max(100, submitProblemMessages.paymentMethod)
    .meta({ description: `${paymentTypes.join(', ')}, or the id of a saved method`, examples: [...paymentTypes] }),
  paymentDetails: typedText('address', 200, { label: 'Payment details', missing: noDetails }).default(''),
  accountNumber: typedText('number', 40, { label: 'The account number', missing: noDetails }).default(''),
  routingNumber: typedText('number', 20, { label: 'The routing number', missing: noDetails }).default(''),
  savePaymentMethod: z.boolean().default(false),
  fileIds,
  termsAccepted: z.boolean({ error: submitProblemMessages.terms }),
  quoteId: z.string().max(500).optional(),
  exchangeRate: z.number().optional(),
  payoutAmount: z.number().optional(),
  /** The own rejected order whose card this sends again; required by a quote at the rate of that order. */
  resubmitOf: id.optional(),
  idempotencyKey: idempotencyKey('Idempotency-Key'),
})
export type SubmitInput = z.infer<typeof submitInput>

export const submitOutput = z.object({ submissionId: z.string() })

export const uploadedFileOutput = storedFile.extend({ uploadedAt: z.string() })
export type UploadedFile = z.infer<typeof uploadedFileOutput>

export const transactionListInput = z
  .object({ email: z.string().overwrite(cleanText.email).max(EMAIL_MAX_LENGTH).optional() })
  .optional()

/** The first value and payout of an order with an offer that its customer accepted. */
const quoted = { quotedCardValue: z.number().optional(), quotedPayoutAmount: z.number().optional() }

/** A submission as its customer sees it. Money is dollars, `exchangeRate` a fraction, `createdAt` ISO 8601. */
export const transaction = z.object({
  id: z.string(),
  giftCardName: z.string(),
  /** Null for an order from before conditions were asked. */
  cardCondition: z.enum(cardConditions).nullable().optional(),
  ...price,
  paymentMethod: z.string(),
  status: z.enum(reviewStatuses),
  statusReason: z.string().nullable(),
  /** The code of the reason; 'other' for own words of staff. Null without a reason. */
  reasonCode: z.enum(reasonCodes).nullable(),
  createdAt: z.string(),
  email: z.string(),
  cardNumber: z.string(),
  uploadedFiles: z.array(storedFile),
  /** When the photos and all but the last 4 characters of the card number were purged. */
  removedAt: z.string().optional(),
  /** Absent for an order that ended without money. */
  stage: z.enum(transactionStages).optional(),
  /** Absent until the card is approved. */
  payout: transactionPayout.optional(),
  /** Set while the order waits for its customer: 'fix', something is missing; 'offer', an answer to our offer. */
  requestKind: z.enum(requestKinds).optional(),
  ...quoted,
})
export type Transaction = z.infer<typeof transaction>

const submissionListFields = z.object({
  ...pagingOf(SUBMISSIONS_PER_PAGE),
  /** See `queueFilters`; without one all submissions, also the records of registrations. */
  status: listFilter(queueFilters, 'Unknown status.', ['all', ...queueFilters]),
  search: searchText.optional(),
  /** One of the lists in place of status, search and order: the earliest due first. */
  list: z.enum(submissionListNames, { error: 'Unknown list.' }).optional(),
  /** Newest first without it. A search with more than 500 matches is always newest first. */
  sort: z.enum(queueSorts, { error: queueMessages.badSort }).optional(),
  /** Leaves out submissions that were created later, so that new ones do not move the others. */
  until: z.iso.datetime({ precision: 3, error: queueMessages.badUntil }).optional(),
})
export const submissionListInput = submissionListFields.refine(({ sort, status }) => canSortBy(sort, status), {
  path: ['sort'],
  error: queueMessages.riskOfOpenOnly,
})
export type SubmissionListInput = z.infer<typeof submissionListInput>

export const submissionExportInput = submissionListFields.pick({ status: true, search: true })
export type SubmissionExportInput = z.infer<typeof submissionExportInput>

export const transactionExportInput = z.object({
  status: listFilter(reviewStatuses, 'Unknown status.'),
  search: searchText.optional(),
  sort: z.enum(transactionSorts, { error: 'Sort by newest, oldest or value.' }).optional(),
})
export type TransactionExportInput = z.infer<typeof transactionExportInput>

/** A submission as staff see it: secrets are masked and revealed one field at a time. Units as in `transaction`. */
export const submission = z.object({
  id: z.string(),
  cardType: z.string(),
  cardBrand: z.string(),
  cardValue: z.number(),
  cardCondition: z.enum(cardConditions).nullable(),
  cardNumber: z.string(),
  securityCode: z.string().optional(),
  expiringDate: z.string().optional(),
  email: z.string(),
  phone: z.string(),
  accountName: z.string(),
  paymentMethod: z.enum([...paymentTypes, 'N/A']),
  paymentLabel: z.string(),
  paymentDetails: z.string(),
  payoutAmount: z.number(),
  exchangeRate: z.number(),
  status: z.enum(submissionStatuses),
  statusReason: z.string().nullable(),
  reasonCode: z.enum(reasonCodes).nullable(),
  additionalInfo: z.string().optional(),
  /** The version of the rates that the order was priced under; absent before there were versions. */
  catalogueVersion: z.int().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Until when a decision is promised (ISO 8601); missing while it waits for none. */
  dueAt: z.string().optional(),
  /** Counts the decisions; a status change that names an old version is rejected. */
  version: z.number(),
  uploadedFiles: z.array(uploadedFileOutput),
  /** When the photos, the customer's notes and all but the last 4 characters of the card number were purged. */
  removedAt: z.string().optional(),
  /** Until when evidence for the reason is owed to the customer. */
  evidenceDueAt: z.string().optional(),
  payout: submissionPayout.optional(),
  /** 'requested' while it waits for its seller; 'answered' or 'accepted' from their answer to the next decision. */
  requestState: z.enum(queueRequestStates).optional(),
  ...quoted,
})
export type Submission = z.infer<typeof submission>

export const submissionListOutput = z.object({
  data: z.array(submission),
  pagination,
  /** An `until` for later calls that lists these again: the server's time before it read them, or of the newest. */
  readAt: z.string(),
  /** With `until`: how many matching submissions were created later. */
  newer: z.number().optional(),
})

export const givenReasonCode = z.enum(givenReasonCodes, { error: 'Unknown reason code.' })

/** What became of the money of a completed order; required when the status of a paid one changes. */
export const paidMoneyChoice = z.enum(paidMoney, { error: 'The payout must be sent, returned or never-sent.' })

export const setStatusInput = z.object({
  submissionId: id,
  status: z.enum(reviewStatuses, { error: 'Unknown status.' }),
  reason: text(REASON_MAX_LENGTH).optional(),
  /** By default the code of the text. Alone, it stands for its text. */
  reasonCode: givenReasonCode.optional(),
  /** The balance check that the decision is based on; by default the caller's newest of 24 hours. */
  checkId: id.optional(),
  /** The version that the decision is based on; without it the last write wins. */
  version: z.int().optional(),
  /** Requests the undo window of 8 seconds; 'completed' never has one. */
  undoable: z.boolean().optional(),
  /** With 'completed': the reference of the payment that was made by hand. */
  payoutReference: reference.optional(),
  /** With 'completed': where the balance of the card is now; without it nothing is recorded. */
  balance: balance.optional(),
  payout: paidMoneyChoice.optional(),
})
export type SetStatusInput = z.infer<typeof setStatusInput>
