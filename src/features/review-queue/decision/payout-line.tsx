import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { maskPayout } from '#shared/mask-payout.ts'
import { formatCents, formatDollars, roundedCents } from '#shared/money.ts'
import { holdReasons } from '#shared/payout.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { canApprove, type Draft, isUnpaid } from './draft.ts'

type Props = {
  submission: Submission
  draft: Draft
  /** From this amount on a second person releases a payout; null for never. */
  secondPersonFromCents: number | null
  /** Whether this person may say that an unpaid order was paid. */
  mayComplete: boolean
}

export function PayoutLine({ submission, draft, secondPersonFromCents: from, mayComplete }: Props) {
  const { payout, payoutAmount, status } = submission
  if (draft.status === 'completed' && status !== 'completed' && isUnpaid(submission))
    return mayComplete && <SaysPaid submission={submission} />
  if (canApprove(submission)) {
    if (!draft.approves && draft.status !== status) return null
    return (
      <p className="muted breaks">
        {draft.approves ? 'Pays' : 'Approval pays'} {formatDollars(payoutAmount)} to{' '}
        <AddressText>{payeeOf(submission)}</AddressText>.
        {from !== null &&
          roundedCents(payoutAmount) >= from &&
          ` From ${formatCents(from)} a second person releases it.`}
      </p>
    )
  }
  if (!payout) return null
  const holds = payout.holds.map((kind) => holdReasons[kind]).join(', ')
  return (
    <p className="muted breaks">
      Payout <PayoutId id={payout.id} /> is {payoutLabels[payout.state].name}
      {holds && `: ${holds}`}.{cancels(draft, submission) && <strong> This change cancels it.</strong>}
    </p>
  )
}

export function SaysPaid({ submission }: { submission: Submission }) {
  const { payout, payoutAmount } = submission
  const isWaiting = payout?.state === 'ready' || (payout?.state === 'held' && payout.holds.length === 0)
  return (
    <p className="breaks">
      You say that you paid <strong className="money">{formatDollars(payoutAmount)}</strong> to{' '}
      <AddressText>{payeeOf(submission)}</AddressText>.
      {isWaiting && (
        <>
          {' '}
          Payout <PayoutId id={payout.id} /> is then sent by hand.
        </>
      )}{' '}
      This can't be undone.
    </p>
  )
}

function PayoutId({ id }: { id: string }) {
  const { mayPay } = useStaffPermissions()
  if (!mayPay) return <span className="mono">{id}</span>
  return (
    <Link to="/admin/payouts" search={{ search: id }} className="mono">
      {id}
    </Link>
  )
}

/** Whether a payout that has not left ends with this status. */
function cancels({ status }: Draft, { status: former, payout }: Submission): boolean {
  if (status === former || status === 'processing' || status === 'completed') return false
  return payout?.state === 'held' || payout?.state === 'ready'
}

/** 'PayPal da…s@mail.com': masked also where staff may see the details, because screens are seen by others. */
function payeeOf({ paymentMethod, paymentDetails, paymentLabel }: Submission): string {
  if (paymentMethod === 'N/A' || !paymentDetails) return paymentLabel
  if (paymentMethod !== 'bank') return maskPayout({ type: paymentMethod, details: paymentDetails })
  // The masked account number, of which the last two dots and four digits are shown.
  const [, account = ''] = /^Account ([^,]+)/.exec(paymentDetails) ?? []
  return `Bank ${account.slice(-6)}`
}
