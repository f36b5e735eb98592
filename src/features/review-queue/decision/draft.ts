import type { Balance, KnownBalance } from '#shared/balance-schema.ts'
import { approvedReason, type PaidMoney } from '#shared/payout.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { isPaid } from '../paid-order.ts'

/** Longer quick reasons are truncated in the list; the selected one is shown in full. */
const REASON_SHOWN = 50

/** Shown in place of the reason that the customer will read. */
export const noReason = 'The customer sees the new status without a reason.'

/** What the customer reads in place of a reason, or that they read none. */
export function noReasonOf({ status }: Pick<Draft, 'status'>): string {
  return status === 'rejected' ? systemReasons.none : noReason
}

/** The label of the custom reason; a quick reason fulfils the requirement too. */
export function customReasonLabel(needsReason: boolean): string {
  return needsReason ? 'Custom Reason' : 'Custom Reason (Optional)'
}

/** An unsaved decision. */
export type Draft = {
  status: ReviewStatus
  /** Approves the payout; the status is 'processing' then. */
  approves: boolean
  /** A reason from the list; '' for none. */
  quick: string
  /** A custom reason, which overrides `quick`; '' for none. */
  custom: string
  /** Approves although the order has warnings, which needs a second press. */
  despite: boolean
  /** Where the balance is, if the reviewer has changed the usual answer; null: not recorded. */
  balance?: Balance | null
  /** The reference of the payment that 'completed' records. */
  reference?: string
  /** What became of the money of a paid order, once it is chosen. */
  money?: PaidMoney
  /** The submission version it is based on: the latest one the reviewer has acknowledged. */
  base: number
}

/** The initial draft of a submission. */
export function untouched({ status, version }: Pick<Submission, 'status' | 'version'>): Draft {
  const shown = status === 'registered' ? 'pending' : status
  return { status: shown, approves: false, despite: false, quick: '', custom: '', base: version }
}

/** The reason the customer will read; '' for none. */
export function reasonOf({ approves, quick, custom }: Draft): string {
  return effectiveReason(quick, custom) || (approves ? approvedReason : '')
}

/** Whether saving would change anything: an approval, a new status or a reason. */
export function decides(draft: Draft, { status }: Pick<Submission, 'status'>): boolean {
  return draft.approves || draft.status !== status || reasonOf(draft) !== ''
}

/** The draft with a new status; drops the quick reason, which belongs to the old status. */
export function withStatus(draft: Draft, status: ReviewStatus): Draft {
  return status === draft.status && !draft.approves
    ? draft
    : { ...draft, status, approves: false, despite: false, quick: '' }
}

/** The draft that approves the payout; drops the quick reason of another status. */
export function withApproval(draft: Draft): Draft {
  return draft.approves ? draft : { ...draft, status: 'processing', approves: true, despite: false, quick: '' }
}

/** Whether the order has no payout that lives, and can get one. */
export function canApprove({ payout, payoutAmount }: Pick<Submission, 'payout' | 'payoutAmount'>): boolean {
  return payoutAmount > 0 && (payout === undefined || payout.state === 'failed' || payout.state === 'returned')
}

/** Whether 'completed' would say that the money of this order was sent. */
export function isUnpaid({ payout }: Pick<Submission, 'payout'>): boolean {
  return payout === undefined || ['held', 'ready', 'failed', 'returned'].includes(payout.state)
}

/** Whether a decision has to say what became of the money that was paid. */
export function asksMoney({ status }: Draft, submission: Pick<Submission, 'status' | 'payout'>): boolean {
  return submission.status === 'completed' && status !== 'completed' && isPaid(submission)
}

/** Whether a decision states where the balance of the card is. */
export function asksBalance({ approves, status }: Draft, submission: Pick<Submission, 'status'>): boolean {
  return approves || (status === 'completed' && submission.status !== 'completed')
}

/** The answer of a draft: what the reviewer chose, else what is known of the card, else the usual one of its brand. */
export function balanceOf({ balance }: Draft, known: KnownBalance | undefined): Balance | undefined {
  if (balance !== undefined) return balance ?? undefined
  if (known?.chosen) return { place: known.chosen.place, name: known.chosen.name }
  if (known?.isHeld) return known.usual?.place === 'safe' ? known.usual : { place: 'safe', name: '' }
  return known?.usual
}

/** The key, 1 to 5, that selects this status. */
export function statusKey(status: ReviewStatus): string {
  return String(reviewStatuses.indexOf(status) + 1)
}

/** `reason` as a line of the quick list: at most 50 characters, then an ellipsis. */
export function shortReason(reason: string): string {
  return reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN).trimEnd()}…` : reason
}

/** The custom reason unless blank, else the quick one; '' for none. */
export function effectiveReason(quick: string, custom: string): string {
  return custom.trim() || quick
}
