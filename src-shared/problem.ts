import type { WriteOffCause } from './inventory.ts'
import { needsEvidence, type ReasonCode } from './reason-code.ts'

export const problemKinds = ['drained', 'invalid', 'charged-back', 'other'] as const
export type ProblemKind = (typeof problemKinds)[number] & WriteOffCause

export const problemKindNames: Readonly<Record<ProblemKind, string>> = {
  drained: 'Drained',
  invalid: 'Invalid',
  'charged-back': 'Charged back',
  other: 'Other',
}

export const problemKindTexts: Readonly<Record<ProblemKind, string>> = {
  drained: 'Its balance was used after we had paid you.',
  invalid: 'It turned out to be invalid after we had paid you.',
  'charged-back': 'Its purchase was charged back after we had paid you.',
  other: 'It could not be used after we had paid you.',
}

const rejectionReasons: Readonly<Partial<Record<ProblemKind, ReasonCode>>> = {
  drained: 'zero-balance',
  invalid: 'code-mismatch',
}

export function problemNeedsEvidence(kind: ProblemKind) {
  return needsEvidence(rejectionReasons[kind] ?? null)
}

export const problemStates = ['open', 'written-off', 'clawed-back', 'recovered', 'dismissed'] as const
export type ProblemState = (typeof problemStates)[number]

export const problemStateNames: Readonly<Record<ProblemState, string>> = {
  open: 'To be decided',
  'written-off': 'Written off',
  'clawed-back': 'Clawed back',
  recovered: 'Recovered',
  dismissed: 'No problem',
}

export const problemDecisions = ['write-off', 'claw-back', 'recovered', 'dismiss'] as const
export type ProblemDecision = (typeof problemDecisions)[number]

export const problemDecisionNames: Readonly<Record<ProblemDecision, string>> = {
  'write-off': 'Write off',
  'claw-back': 'Claw back',
  recovered: 'Recovered',
  dismiss: 'No problem',
}

/** 'set-off': by a payout. 'waived': not asked for any more. 'returned': a refund. 'came-back': the card's payout. */
export const clawbackEntryKinds = ['repaid', 'set-off', 'waived', 'returned', 'came-back'] as const
export type ClawbackEntryKind = (typeof clawbackEntryKinds)[number]

export const clawbackEntryNames: Readonly<Record<ClawbackEntryKind, string>> = {
  repaid: 'Repaid',
  'set-off': 'Taken from a payout',
  waived: 'Waived',
  returned: 'Refund',
  'came-back': 'The payout came back',
}

export const offerStates = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type OfferState = (typeof offerStates)[number]

/** What staff list: problems to decide, claw backs with something left to repay, or all. */
export const problemFilters = ['open', 'owed', 'all'] as const
export type ProblemFilter = (typeof problemFilters)[number]

export const MAX_EVIDENCE = 4
export const PROBLEM_REASON_MAX_LENGTH = 500

export const problemMessages = {
  changed: 'A colleague has changed this problem since you looked. Look at it again.',
  notPaid: 'Only an order that was paid can have a problem.',
  isReported: 'A problem with this order is reported already.',
  isDecided: 'This problem is decided.',
  isPlanned: 'A decision on this problem was just made. Wait until it can no longer be undone.',
  badKind: 'Choose what is wrong: drained, invalid, charged-back or other.',
  badDate: 'Enter the day when it was found, like 2026-11-20.',
  future: 'Enter a day that has passed.',
  beforeOrder: 'Enter a day after the order was submitted.',
  tooManyFiles: `Add at most ${MAX_EVIDENCE} pictures.`,
  otherPictures: 'Add pictures of yours for this report, not those of a balance check.',
  badDecision: 'The decision must be write-off, claw-back, recovered or dismiss.',
  noReason: 'Enter the reason. The seller reads it.',
  noAmount: 'Enter the amount in dollars with at most two decimals.',
  beyondPaid: (paid: string) => `Enter at most ${paid}, which was paid for this card.`,
  beforeDecision: 'Enter a day after the decision to claw back.',
  beyondLeft: (left: string) => `Enter at most ${left}, which is left to repay.`,
  notOwed: 'Nothing is left to repay for this problem.',
  wasSold: 'This card was sold or used. Correct what became of it, or report that it was charged back.',
  wasSent: 'A problem with this order is reported. Record a return of its money, or decide the problem first.',
  payoutBack: "The payout of this card came back. Close its debt, then decide 'No problem'.",
  cameBack: 'The payout came back. You owe nothing for this card, and we refund what we owe you.',
  noNewPayout: 'A problem was found with the card of this order after it was paid. It is not paid again.',
  notOfferable: 'Only a payout of the same customer that nothing else holds can be offered.',
  offerTooLarge: (left: string) => `A whole payout is offered, and at most ${left} is left to repay.`,
  isOffered: 'This payout is offered already.',
  offerHold: 'The customer is asked about this payout. Withdraw the offer under Problems.',
  offerEnded: 'This offer has ended.',
  setOffReason: 'Your payout was used for what you owed us, as you agreed.',
  offerWaits: 'This payout waits for something else first. Try again later.',
} as const

/** The sentence of a debt, to a seller: 'You owe $92.00 for order GCE-...'. */
export function debtText(open: string, orderId: string) {
  return `You owe ${open} for order ${orderId}.`
}

export function clawbackText(kind: ProblemKind) {
  return `There was a problem with your card. ${problemKindTexts[kind]} This is what we found, so you have to give back what we paid for it:`
}

export function reviewNote(orderId: string) {
  return `A problem with the card of ${orderId} was reported after it was paid.`
}
