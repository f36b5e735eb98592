import { z } from 'zod'
import { password } from './account-schema.ts'
import { balance } from './balance-schema.ts'
import { controlsMessages } from './controls.ts'
import { pagingOf } from './paging-schema.ts'
import { chosen, person, reference, requestKey, total, totals, version } from './parts-schema.ts'
import { paymentMethodMessages } from './payment-method.ts'
import { payoutDetails } from './payment-method-schema.ts'
import { paymentTypes } from './payment-type.ts'
import {
  attemptStates,
  attentionKinds,
  holdKinds,
  PAYOUT_NOTE_MAX_LENGTH,
  PAYOUTS_PER_PAGE,
  payoutMessages,
  payoutProviders,
  payoutStates,
  payoutSums,
  REFERENCE_MAX_LENGTH,
  returnCodes,
  SEND_MAX_PAYOUTS,
  senderPauseReasons,
} from './payout.ts'
import { problemStates } from './problem.ts'
import { REASON_MAX_LENGTH, submissionStatuses } from './submission.ts'
import { id, requiredText, requiredTypedText, text } from './text-schema.ts'

export const approveInput = z.strictObject({
  submissionId: id,
  /** The version that the approval is based on; without it the last write wins. */
  version: version.optional(),
  /** Requests the undo window of 8 seconds, in which the payout is held. */
  undoable: z.boolean().optional(),
  /** What the customer reads; a predefined text without it. */
  reason: text(REASON_MAX_LENGTH).optional(),
  /** Where the balance of the card is now; without it nothing is recorded. */
  balance: balance.optional(),
})
export type ApproveInput = z.infer<typeof approveInput>

/** A payout as it was when the caller looked at it. */
export const payoutInput = z.object({ id, version })
export type PayoutInput = z.infer<typeof payoutInput>

/** `amount` in dollars is required only to release it alone. */
export const releaseInput = payoutInput.extend({ amount: z.number({ error: controlsMessages.typeAmount }).optional() })
export type ReleaseInput = z.infer<typeof releaseInput>

const note = requiredText(PAYOUT_NOTE_MAX_LENGTH, 'Enter why.')
export const payoutNoteInput = payoutInput.extend({ note })
export type PayoutNoteInput = z.infer<typeof payoutNoteInput>
export const closeDebtInput = payoutNoteInput.extend({ requestKey })
export type CloseDebtInput = z.infer<typeof closeDebtInput>
export const liftHoldInput = payoutInput.extend({ holdId: id, amount: z.number().optional() })
export type LiftHoldInput = z.infer<typeof liftHoldInput>

/** `account`: the money account that pays; by default that of the method. */
export const beginInput = payoutInput.extend({ account: id.optional() })
export type BeginInput = z.infer<typeof beginInput>

/** `account`: the money account that has paid, when it is another one than the payment was begun from. */
export const markSentInput = payoutInput.extend({
  reference: reference.default(''),
  account: id.optional(),
})
export type MarkSentInput = z.infer<typeof markSentInput>

export const correctReferenceInput = payoutInput.extend({
  reference: requiredTypedText('code', REFERENCE_MAX_LENGTH, payoutMessages.referenceMissing, 'The reference'),
})
export type CorrectReferenceInput = z.infer<typeof correctReferenceInput>

export const sendNowInput = z.object({
  ids: chosen(id, 'payout', SEND_MAX_PAYOUTS),
})
export type SendNowInput = z.infer<typeof sendNowInput>

/** Dollars and whole cents. */
const fee = z.number({ error: payoutMessages.badFee }).min(0, payoutMessages.badFee).max(100_000, payoutMessages.badFee)

/** `fee` is what the provider took in all. */
export const correctFeeInput = payoutNoteInput.extend({ fee, requestKey })
export type CorrectFeeInput = z.infer<typeof correctFeeInput>

export const settleUnknownInput = markSentInput.omit({ account: true }).extend({
  /** What the provider took, if a person has found that. */
  fee: fee.optional(),
  /** What a person found at the provider. */
  outcome: z.enum(['paid', 'not-sent'], { error: 'The outcome must be paid or not-sent.' }),
})
export type SettleUnknownInput = z.infer<typeof settleUnknownInput>

export const recordReturnInput = payoutInput.extend({
  code: z.enum(returnCodes, { error: `The code must be ${returnCodes.join(', ')}.` }),
  note: text(PAYOUT_NOTE_MAX_LENGTH).optional(),
  /** Dollars that came in; the whole amount without it. The rest is what the bank took. */
  amount: z.number({ error: payoutMessages.badReturn }).optional(),
  on: z.iso.date({ error: payoutMessages.badReturnDay }).optional(),
  reference: reference.optional(),
  requestKey,
})
export type RecordReturnInput = z.infer<typeof recordReturnInput>

/** How an order is paid after its payout failed or came back: by a new method, or one that is saved. */
export const changePayoutInput = z
  .object({
    id,
    method: payoutDetails.optional(),
    savedMethodId: id.optional(),
    /** Required: an outsider with the session must not change where money goes. */
    currentPassword: password.optional(),
  })
  .refine(({ method, savedMethodId }) => (method === undefined) !== (savedMethodId === undefined), {
    error: paymentMethodMessages.incomplete,
    path: ['method'],
  })
export type ChangePayoutInput = z.infer<typeof changePayoutInput>

export const paging = pagingOf(PAYOUTS_PER_PAGE)

const hold = z.object({
  id: z.string(),
  kind: z.enum(holdKinds),
  note: z.string(),
  madeAt: z.string(),
  /** When it ends by itself. */
  endsAt: z.string().optional(),
})

/** A payout as staff see it. Amounts are dollars, times ISO 8601. Where it goes is masked. */
export const payout = z.object({
  id: z.string(),
  submissionId: z.string(),
  orderStatus: z.enum(submissionStatuses),
  customer: person.extend({ email: z.string() }),
  amount: z.number(),
  currency: z.string(),
  method: z.enum(paymentTypes),
  /** Masked; absent when it is erased. */
  destination: z.string().optional(),
  payeeName: z.string().optional(),
  state: z.enum(payoutStates),
  provider: z.enum(payoutProviders).optional(),
  reference: z.string().optional(),
  approvedBy: person,
  approvedAt: z.string(),
  /** It is held at least until then. */
  readyAt: z.string().optional(),
  claimedBy: person.optional(),
  /** When the open attempt to pay it began, by hand or by a provider. */
  begunAt: z.string().optional(),
  claimedUntil: z.string().optional(),
  fileId: z.string().optional(),
  /** Who says that it was not paid, although it was begun; a colleague has to confirm it. */
  unpaidReportedBy: person.optional(),
  sentAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** Why it failed or came back, or why the debt was closed. */
  failureMessage: z.string().optional(),
  holds: z.array(hold),
  attention: z.enum(attentionKinds).optional(),
  /** Of the problem of its card, unless it was dismissed. */
  problem: z.enum(problemStates).optional(),
  isUnclaimed: z.literal(true).optional(),
  /** It sends back what the seller had repaid of the claw back of the order. */
  isRefund: z.literal(true).optional(),
  /** It failed or came back, and its amount is still owed. */
  isOwed: z.literal(true).optional(),
  /** Since when a line of a statement has it with the same amount, or an adjusting entry for the difference. */
  reconciledAt: z.string().optional(),
  version: z.number(),
})
export type Payout = z.infer<typeof payout>

export const transfer = z.object({
  sequence: z.number(),
  at: z.string(),
  kind: z.string(),
  debit: z.string(),
  credit: z.string(),
  amount: z.number(),
  key: z.string(),
  payoutId: z.string().optional(),
})
const attempt = z.object({
  key: z.string(),
  provider: z.enum(payoutProviders),
  state: z.enum(attemptStates),
  calledAt: z.string(),
  answeredAt: z.string().optional(),
  /** What the provider took, in dollars. */
  fee: z.number().optional(),
  /** What the provider calls the problem, or why nothing is known. */
  error: z.string().optional(),
  nextPollAt: z.string().optional(),
})
export const payoutDetail = payout.extend({ attempts: z.array(attempt), transfers: z.array(transfer) })
export type PayoutDetail = z.infer<typeof payoutDetail>

/** Number and dollars of the payouts of each state, of those that need attention, and of what is owed. */
export const payoutTotals = z.object({
  ...totals(payoutSums),
  /** Those that failed or came back, and are owed until they are paid again or closed. */
  cameBack: total,
  /** What is owed to customers: held, ready, being sent and came back. The ledger has the same sum. */
  owed: total,
  /** Problems of paid cards that are to be decided, by what was paid for them. */
  problems: total,
  /** Claw backs, by what is left to repay. */
  receivables: total,
  /** The PayPal app of the site, if it has one; `paused` while PayPal refuses its payouts. */
  paypal: z
    .object({ paused: z.object({ reason: z.enum(senderPauseReasons), since: z.string() }).optional() })
    .optional(),
})
export type PayoutTotals = z.infer<typeof payoutTotals>

/** Where to pay by hand: the only answer that shows finance an unmasked destination. */
export const begunPayout = z.object({
  payout,
  destination: z.union([
    z.object({ details: z.string() }),
    z.object({ accountNumber: z.string(), routingNumber: z.string() }),
  ]),
})
export type BegunPayout = z.infer<typeof begunPayout>

const account = z.string({ error: 'An account is a text.' }).max(100, 'This name is too long.').optional()
export const ledgerInput = z.object({ ...paging, account })
export type LedgerInput = z.infer<typeof ledgerInput>
/** Dollars in minus dollars out of each account; what is owed to all customers is 'payable'. */
export const balancesOutput = z.array(z.object({ account: z.string(), balance: z.number() }))

export const payoutSignal = z.object({ payoutId: z.string().nullable() })
