import type { Balance, KnownBalance } from '#shared/balance-schema.ts'
import { approvedReason, type PaidMoney } from '#shared/payout.ts'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { isPaid } from '../paid-order.ts'

/** Longer quick reasons are truncated in the list; the selected one is shown in full. */
const REASON_SHOWN = 50

export const noReason = 'The customer sees the new status without a reason.'

export function noReasonOf({ status }: Pick<Draft, 'status'>) {
  return status === 'rejected' ? systemReasons.none : noReason
}

export type Draft = {
  status: ReviewStatus
  /** The status is 'processing' then. */
  approves: boolean
  quick: string
  custom: string
  /** Approves although the order has warnings, which needs a second press. */
  despite: boolean
  /** The changed answer of the reviewer; null: not recorded. */
  balance?: Balance | null
  reference?: string
  money?: PaidMoney
  /** The submission version it is based on: the latest one the reviewer has acknowledged. */
  base: number
}

export function untouched({ status, version }: Pick<Submission, 'status' | 'version'>): Draft {
  const shown = status === 'registered' ? 'pending' : status
  return { status: shown, approves: false, despite: false, quick: '', custom: '', base: version }
}

export function reasonOf({ approves, quick, custom }: Draft) {
  return effectiveReason(quick, custom) || (approves ? approvedReason : '')
}

export function decides(draft: Draft, { status }: Pick<Submission, 'status'>) {
  return draft.approves || draft.status !== status || reasonOf(draft) !== ''
}

const approval = { value: 'approve', name: 'Approve payout', tone: 'ok', key: 'a' } as const
const statuses = reviewStatuses.map((value, at) => ({ value, ...statusLabels[value], key: String(at + 1) }))
type Choice = (typeof approval | (typeof statuses)[number])['value']

/** What the reviewer can choose for an order, each with its key. */
export function choicesOf({ approves }: Draft, submission: Pick<Submission, 'payout' | 'payoutAmount'>) {
  return approves || canApprove(submission) ? [approval, ...statuses] : statuses
}

export function choiceOf({ approves, status }: Draft) {
  return approves ? approval.value : status
}

/** Drops the quick reason, which belongs to the former choice. */
export function withChoice(draft: Draft, choice: Choice) {
  if (choice === choiceOf(draft)) return draft
  const approves = choice === approval.value
  return { ...draft, status: approves ? 'processing' : choice, approves, despite: false, quick: '' }
}

export function canApprove({ payout, payoutAmount }: Pick<Submission, 'payout' | 'payoutAmount'>) {
  return payoutAmount > 0 && (payout === undefined || payout.state === 'failed' || payout.state === 'returned')
}

export function isUnpaid({ payout }: Pick<Submission, 'payout'>) {
  return payout === undefined || ['held', 'ready', 'failed', 'returned'].includes(payout.state)
}

export function asksMoney({ status }: Draft, submission: Pick<Submission, 'status' | 'payout'>) {
  return submission.status === 'completed' && status !== 'completed' && isPaid(submission)
}

export function asksBalance({ approves, status }: Draft, submission: Pick<Submission, 'status'>) {
  return approves || (status === 'completed' && submission.status !== 'completed')
}

/** What the reviewer chose, else what is known of the card, else the usual answer of its brand. */
export function balanceOf({ balance }: Draft, known: KnownBalance | undefined): Balance | undefined {
  if (balance !== undefined) return balance ?? undefined
  if (known?.chosen) return { place: known.chosen.place, name: known.chosen.name }
  if (known?.isHeld) return known.usual?.place === 'safe' ? known.usual : { place: 'safe', name: '' }
  return known?.usual
}

export function shortReason(reason: string) {
  return reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN).trimEnd()}…` : reason
}

/** The custom reason unless blank, else the quick one; '' for none. */
export function effectiveReason(quick: string, custom: string) {
  return custom.trim() || quick
}
