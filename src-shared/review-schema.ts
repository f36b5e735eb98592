import { z } from 'zod'
import { balanceCheck } from './balance-check-schema.ts'
import { knownBalance } from './balance-schema.ts'
import { staffRequest } from './case-schema.ts'
import { orderItem } from './inventory-schema.ts'
import { ownOrderStates } from './own-orders.ts'
import { idempotencyKey, person } from './parts-schema.ts'
import { policySchemas } from './policy-schema.ts'
import {
  bulkStatuses,
  flagKinds,
  MAX_SUBMISSIONS_AT_ONCE,
  NOTE_MAX_LENGTH,
  ownTries,
  reviewMessages,
} from './review.ts'
import { REASON_MAX_LENGTH, reviewStatuses } from './submission.ts'
import { givenReasonCode, paidMoneyChoice, submission } from './submission-schema.ts'
import { id, requiredText, text } from './text-schema.ts'
import { statusChange } from './transaction-schema.ts'

export const reviewInput = z.object({ submissionId: id })

/** `decides`: the person has touched the decision, so they lock the submission while it needs one. */
export const watchReviewInput = reviewInput.extend({ decides: z.boolean().optional() })
export type WatchReviewInput = z.infer<typeof watchReviewInput>

/** An internal note of staff on a submission; its customer never sees it. */
export const submissionNote = z.object({ id: z.string(), author: z.string(), text: z.string(), at: z.string() })
export type SubmissionNote = z.infer<typeof submissionNote>

/** Money is dollars. */
const otherSubmission = z.object({
  id: z.string(),
  cardType: z.string(),
  cardValue: z.number(),
  payoutAmount: z.number(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
})
export type OtherSubmission = z.infer<typeof otherSubmission>

/** Another submission that has something in common with the one under review: a hint, never a decision. */
const reviewFlag = z.object({
  kind: z.enum(flagKinds),
  submissionId: z.string(),
  /** Empty when that customer's account is deleted. */
  email: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
  isSameCustomer: z.boolean(),
  /** The other order is another try to sell this card: a fact and no warning. */
  ownTry: z.enum(ownTries).optional(),
  /** When its customer declined an offer for the same card, or let it end. */
  declinedAt: z.string().optional(),
})
export type ReviewFlag = z.infer<typeof reviewFlag>

export const flagsInput = z.object({
  submissionIds: z.array(id).max(MAX_SUBMISSIONS_AT_ONCE, `Ask for at most ${MAX_SUBMISSIONS_AT_ONCE} orders.`),
})
export type FlagsInput = z.infer<typeof flagsInput>
/** What each flagged submission has in common with others; submissions without a flag are left out. */
export const flagsOutput = z.array(z.object({ submissionId: z.string(), kinds: z.array(z.enum(flagKinds)).min(1) }))
export type FlaggedRow = z.infer<typeof flagsOutput>[number]

const reviewedChange = statusChange.extend({
  /** 'undone': a decision that was undone; 'undo': the undo itself. The customer sees neither. */
  undo: z.enum(['undone', 'undo']).nullable(),
})
export type ReviewedChange = z.infer<typeof reviewedChange>

/** Of a check that found another value or brand. `exchangeRate` is what the order pays for it, of its own brand. */
const offerCheck = z.object({ id: z.string(), balance: z.number(), exchangeRate: z.number(), at: z.string() })
export type OfferCheck = z.infer<typeof offerCheck>

/** Everything a decision needs. Submissions are newest first, history and notes oldest first. */
export const reviewOutput = z.object({
  submission,
  history: z.array(reviewedChange),
  notes: z.array(submissionNote),
  /** At most 20 of each kind; empty without the permission 'review'. */
  flags: z.array(reviewFlag),
  otherSubmissions: z.array(otherSubmission),
  otherSubmissionsTotal: z.number(),
  balance: knownBalance,
  /** Oldest first; empty without the permission 'review'. */
  checks: z.array(balanceCheck),
  requests: z.array(staffRequest),
  offerCheck: offerCheck.optional(),
  /** The caller is the customer of this order: 'refused' when a colleague has to decide on it. */
  ownOrder: z.enum(ownOrderStates).optional(),
  /** '16, not 14 or 15', for a card number with another length than those of its brand. */
  numberLength: z.string().optional(),
  /** The card that was bought with it, for staff who review or pay. */
  item: orderItem.optional(),
  /** The order whose card this one sends again; `reasonCode` is why that one ended, null when it was reopened. */
  sentAgainAfter: z.object({ submissionId: z.string(), reasonCode: z.string().nullable() }).optional(),
})
export type Review = z.infer<typeof reviewOutput>

/** `clientNoteId` is an idempotency key: a repeat with the same key and text returns the first note. */
export const addNoteInput = z.object({
  submissionId: id,
  text: requiredText(NOTE_MAX_LENGTH, reviewMessages.emptyNote),
  clientNoteId: idempotencyKey('clientNoteId'),
})
export type AddNoteInput = z.infer<typeof addNoteInput>

export type StaffMember = z.infer<typeof person>

/** What `watchReview` sends at the start and at each change: who has the submission open, and who has the lock. */
export const reviewPresence = z.object({
  /** Who has the lock and decides; kept for `LOCK_LEASE_MS` after a lost connection. */
  holder: person.nullable(),
  isYours: z.boolean(),
  viewers: z.array(person),
})
export type ReviewPresence = z.infer<typeof reviewPresence>

/** In the order in which they opened it. */
const openReview = z.object({ submissionId: z.string(), viewers: z.array(person) })
export type OpenReview = z.infer<typeof openReview>
/** What `watchPresence` sends at the start and at each change: every open submission. */
export const openReviews = z.array(openReview)

export const decided = submission.extend({
  /** Until when the decision can be undone, in ISO 8601; absent when it cannot. */
  undoUntil: z.string().optional(),
})
export type Decided = z.infer<typeof decided>

/** `version` is the one that the decision created and returned. */
export const undoStatusInput = z.object({
  submissionId: id,
  version: z.int({ error: 'A version is a whole number.' }),
})
export type UndoStatusInput = z.infer<typeof undoStatusInput>

export const reviewRulesOutput = z.object({
  rejectionReason: policySchemas.reviews.shape.rejectionReason,
  evidence: policySchemas.reviews.shape.evidence,
  secondPersonFromCents: policySchemas.controls.shape.secondPersonFrom,
  /** Whether the caller may set `completed` on an unpaid order. */
  mayComplete: z.boolean(),
})
export type ReviewRules = z.infer<typeof reviewRulesOutput>

export const setStatusesInput = z.object({
  items: z
    .array(undoStatusInput)
    .min(1, 'Choose at least one order.')
    .max(MAX_SUBMISSIONS_AT_ONCE, `Choose at most ${MAX_SUBMISSIONS_AT_ONCE} orders.`),
  status: z.enum(bulkStatuses, { error: 'Unknown status.' }),
  reason: text(REASON_MAX_LENGTH).optional(),
  reasonCode: givenReasonCode.optional(),
  undoable: z.boolean().optional(),
  payout: paidMoneyChoice.optional(),
})
export type SetStatusesInput = z.infer<typeof setStatusesInput>

const bulkOutcome = z.object({
  submissionId: z.string(),
  ok: z.boolean(),
  message: z.string().optional(),
  version: z.number().optional(),
  undoUntil: z.string().optional(),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>
export const setStatusesOutput = z.array(bulkOutcome)

export const savedReasonsInput = z.object({
  cardBrand: z.string({ error: 'A brand is required.' }).min(1, 'A brand is required.').max(100),
  status: z.enum(reviewStatuses, { error: 'Unknown status.' }),
})
export type SavedReasonsInput = z.infer<typeof savedReasonsInput>

/** A suggested reason. `uses` counts it in the last 500 decisions of this brand and status. */
const savedReason = z.object({ text: z.string(), uses: z.number(), isCustom: z.boolean() })
export type SavedReason = z.infer<typeof savedReason>
export const savedReasons = z.array(savedReason)
