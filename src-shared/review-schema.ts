import { z } from 'zod'
import {
  type BulkOutcome,
  bulkStatuses,
  type Decided,
  flagKinds,
  MOST_ORDERS_AT_ONCE,
  NOTE_MAX_LENGTH,
  type OpenReview,
  type OrderNote,
  type OtherOrder,
  type Review,
  type ReviewedChange,
  type ReviewFlag,
  type ReviewPresence,
  reviewMessages,
  type SavedReason,
  type StaffMember,
} from './review.ts'
import { REASON_MAX_LENGTH, reviewStatuses } from './submission.ts'
import { statusChange, submission } from './submission-schema.ts'
import { id, requiredText, text } from './text-schema.ts'

/** For `review`, `watchReview` and `takeOver`. */
export const reviewInput = z.object({ submissionId: id })

export const orderNote = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  at: z.string(),
}) satisfies z.ZodType<OrderNote>

export const otherOrder = z.object({
  id: z.string(),
  cardType: z.string(),
  cardValue: z.number(),
  payoutAmount: z.number(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
}) satisfies z.ZodType<OtherOrder>

export const reviewFlag = z.object({
  kind: z.enum(flagKinds),
  submissionId: z.string(),
  email: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: z.string(),
  isSameCustomer: z.boolean(),
}) satisfies z.ZodType<ReviewFlag>

export const reviewedChange = statusChange.extend({
  undo: z.enum(['undone', 'undo']).nullable(),
}) satisfies z.ZodType<ReviewedChange>

export const reviewOutput = z.object({
  submission,
  history: z.array(reviewedChange),
  notes: z.array(orderNote),
  flags: z.array(reviewFlag),
  otherOrders: z.array(otherOrder),
  otherOrdersTotal: z.number(),
}) satisfies z.ZodType<Review>

/** Sending again with the same `clientNoteId` and the same words answers with the note that arrived before. */
export const addNoteInput = z.object({
  submissionId: id,
  text: requiredText(NOTE_MAX_LENGTH, reviewMessages.emptyNote),
  clientNoteId: z.string().min(8).max(100).optional(),
})
export type AddNoteInput = z.infer<typeof addNoteInput>

const staffMember = z.object({ id: z.string(), name: z.string() }) satisfies z.ZodType<StaffMember>

/** What `watchReview` sends: at once, and at each change. */
export const reviewPresence = z.object({
  holder: staffMember.nullable(),
  isYours: z.boolean(),
  viewers: z.array(staffMember),
}) satisfies z.ZodType<ReviewPresence>

/** What `watchPresence` sends: everything that is open, at once and at each change. */
export const openReviews = z.array(
  z.object({ submissionId: z.string(), viewers: z.array(staffMember) }) satisfies z.ZodType<OpenReview>,
)

/** The answer of `setStatus` (its input is in submission-schema.ts) and of `undoStatus`. */
export const decided = submission.extend({ undoUntil: z.string().optional() }) satisfies z.ZodType<Decided>

/** `version` is the one the decision made, as its answer says. */
export const undoStatusInput = z.object({
  submissionId: id,
  version: z.int({ error: 'A version is a whole number.' }),
})
export type UndoStatusInput = z.infer<typeof undoStatusInput>

export const setStatusesInput = z.object({
  items: z
    .array(undoStatusInput)
    .min(1, 'Choose at least one order.')
    .max(MOST_ORDERS_AT_ONCE, `Choose at most ${MOST_ORDERS_AT_ONCE} orders.`),
  status: z.enum(bulkStatuses, { error: 'That is not a status.' }),
  reason: text(REASON_MAX_LENGTH).optional(),
  undoable: z.boolean().optional(),
})
export type SetStatusesInput = z.infer<typeof setStatusesInput>

export const setStatusesOutput = z.array(
  z.object({
    submissionId: z.string(),
    ok: z.boolean(),
    message: z.string().optional(),
    version: z.number().optional(),
    undoUntil: z.string().optional(),
  }) satisfies z.ZodType<BulkOutcome>,
)

export const savedReasonsInput = z.object({
  cardBrand: z.string({ error: 'A brand is required.' }).min(1, 'A brand is required.').max(100),
  status: z.enum(reviewStatuses, { error: 'That is not a status.' }),
})
export type SavedReasonsInput = z.infer<typeof savedReasonsInput>

export const savedReasons = z.array(
  z.object({ text: z.string(), uses: z.number(), isCustom: z.boolean() }) satisfies z.ZodType<SavedReason>,
)
