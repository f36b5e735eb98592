import { z } from 'zod'
import { transactionPayout } from './order-payout-schema.ts'
import { person, picture, reference, requestKey, version } from './parts-schema.ts'
import { PAYOUT_NOTE_MAX_LENGTH, payoutStates } from './payout.ts'
import { paging } from './payout-schema.ts'
import {
  clawbackEntryKinds,
  MAX_EVIDENCE,
  offerStates,
  PROBLEM_REASON_MAX_LENGTH,
  problemDecisions,
  problemFilters,
  problemKinds,
  problemMessages,
  problemStates,
} from './problem.ts'
import { submissionStatuses } from './submission.ts'
import { id, requiredText, text } from './text-schema.ts'

const day = z.iso.date({ error: problemMessages.badDate })
const dollars = z.number({ error: problemMessages.noAmount })
const note = text(PAYOUT_NOTE_MAX_LENGTH)

const evidenceIds = z.array(id).max(MAX_EVIDENCE, problemMessages.tooManyFiles).optional()

export const orderProblemsInput = z.object({ submissionId: id })

export const reportProblemInput = z.object({
  submissionId: id,
  kind: z.enum(problemKinds, { error: problemMessages.badKind }),
  foundOn: day,
  note: note.optional(),
  /** Redacted pictures that were added to the order as evidence. */
  evidenceIds,
})
export type ReportProblemInput = z.infer<typeof reportProblemInput>

const problemInput = z.object({ id, version })

export const decideProblemInput = problemInput.extend({
  decision: z.enum(problemDecisions, { error: problemMessages.badDecision }),
  /** Required to claw back, and to reject the order. */
  reason: text(PROBLEM_REASON_MAX_LENGTH).optional(),
  /** Dollars: what the seller owes, all that was paid without it; or what the brand has refunded. */
  amount: dollars.optional(),
  reference: reference.default('').optional(),
  /** The money account of a refund or a charge back; by default the only bank account. */
  account: id.optional(),
  rejects: z.boolean().optional(),
  /** Payouts of the seller that they are asked to use for what they owe. */
  offerPayoutIds: z.array(id).max(20, 'Offer at most 20 payouts.').optional(),
  /** Redacted pictures that were added to the order as evidence, which the seller sees. */
  evidenceIds,
  /** Applies the decision after 8 seconds, unless it is undone. */
  undoable: z.boolean().optional(),
  requestKey,
})
export type DecideProblemInput = z.infer<typeof decideProblemInput>

export const undoDecisionInput = problemInput
export type UndoDecisionInput = z.infer<typeof undoDecisionInput>

export const recordRepaymentInput = problemInput.extend({
  amount: dollars,
  on: day,
  reference: reference.default(''),
  /** The money account where it arrived; `paypal` is the first one at PayPal, `hand` the only bank account. */
  account: id.default('hand'),
})
export type RecordRepaymentInput = z.infer<typeof recordRepaymentInput>

export const waiveProblemInput = problemInput.extend({
  note: requiredText(PAYOUT_NOTE_MAX_LENGTH, 'Enter why.'),
  requestKey,
})
export type WaiveProblemInput = z.infer<typeof waiveProblemInput>

export const offerSetOffInput = problemInput.extend({ payoutId: id })
export type OfferSetOffInput = z.infer<typeof offerSetOffInput>

export const withdrawOfferInput = problemInput.extend({ offerId: id })
export type WithdrawOfferInput = z.infer<typeof withdrawOfferInput>

export const answerOfferInput = z.object({
  id,
  accepts: z.boolean({ error: 'Answer with true or false.' }),
})
export type AnswerOfferInput = z.infer<typeof answerOfferInput>

export const problemListInput = z.object({
  ...paging,
  state: z.enum(problemFilters, { error: 'The state must be open, owed or all.' }).default('open'),
})
export type ProblemListInput = z.infer<typeof problemListInput>

const entry = z.object({
  id: z.string(),
  kind: z.enum(clawbackEntryKinds),
  amount: z.number(),
  at: z.string(),
  reference: z.string().optional(),
  payoutId: z.string().optional(),
})
const offer = z.object({
  id: z.string(),
  payoutId: z.string(),
  payoutOrderId: z.string(),
  amount: z.number(),
  state: z.enum(offerStates),
  madeAt: z.string(),
})

/** A problem as staff see it. Amounts are dollars, times ISO 8601. */
export const problem = z.object({
  id: z.string(),
  submissionId: z.string(),
  orderStatus: z.enum(submissionStatuses),
  brand: z.string(),
  cardType: z.string(),
  payoutId: z.string(),
  paid: z.number(),
  customer: person,
  kind: z.enum(problemKinds),
  foundAt: z.string(),
  note: z.string().optional(),
  reportedBy: person,
  reportedAt: z.string(),
  evidence: z.array(picture),
  state: z.enum(problemStates),
  decidedBy: person.optional(),
  decidedAt: z.string().optional(),
  /** A decision that is applied at `undoUntil` (ISO 8601), unless it is undone. */
  planned: z.object({ decision: z.enum(problemDecisions), undoUntil: z.string() }).optional(),
  reason: z.string().optional(),
  owed: z.number(),
  open: z.number(),
  entries: z.array(entry),
  offers: z.array(offer),
  /** Those that have not left. */
  offerable: z.array(
    z.object({ id: z.string(), submissionId: z.string(), amount: z.number(), state: z.enum(payoutStates) }),
  ),
  version: z.number(),
})
export type Problem = z.infer<typeof problem>

export const debt = z.object({
  orderId: z.string(),
  cardType: z.string(),
  problem: z.enum(problemKinds),
  decidedAt: z.string(),
  reason: z.string(),
  owed: z.number(),
  repaid: z.number(),
  open: z.number(),
  evidence: z.array(picture),
  entries: z.array(entry.omit({ id: true, kind: true }).extend({ how: z.enum(clawbackEntryKinds) })),
  offers: z.array(offer.omit({ state: true })),
  /** The payout by which they get back what they had repaid. */
  refund: transactionPayout.optional(),
})
export type Debt = z.infer<typeof debt>
