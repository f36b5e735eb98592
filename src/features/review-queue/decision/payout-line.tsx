import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { maskPayout } from '#shared/mask-payout.ts'
import { formatCents, formatDollars } from '#shared/money.ts'
import { holdReasons } from '#shared/payout.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { canApprove } from './draft.ts'

type Props = {
  submission: Submission
  /** From this amount on a second person releases a payout; null for never. */
  secondPersonFromCents: number | null
}

/** What an approval pays, or the payout that the order has. */
export function PayoutLine({ submission, secondPersonFromCents: from }: Props) {
  const { payout, payoutAmount } = submission
  const { mayPay } = useStaffPermissions()
  if (canApprove(submission))
    return (
      <p className="muted breaks">
        Pays {formatDollars(payoutAmount)} to {payeeOf(submission)}.
        {from !== null &&
          Math.round(payoutAmount * 100) >= from &&
          ` From ${formatCents(from)} a second person releases it.`}
      </p>
    )
  if (!payout) return null
  return (
    <p className="muted breaks">
      Payout{' '}
      {mayPay ? (
        <Link to="/admin/payouts" search={{ search: payout.id }} className="mono">
          {payout.id}
        </Link>
      ) : (
        <span className="mono">{payout.id}</span>
      )}
      : {[payoutLabels[payout.state].name, ...payout.holds.map((kind) => holdReasons[kind])].join(', ')}
    </p>
  )
}

/** 'PayPal da…s@mail.com': masked also where staff may see the details, because screens are seen by others. */
function payeeOf({ paymentMethod, paymentDetails, paymentLabel }: Submission): string {
  return paymentMethod === 'bank' || paymentMethod === 'N/A' || !paymentDetails
    ? paymentLabel.replace(': ', ' ')
    : maskPayout({ type: paymentMethod, details: paymentDetails })
}
