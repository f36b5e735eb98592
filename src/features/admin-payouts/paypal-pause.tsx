import { formatDateTime } from '#client/lib/format.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { SenderPauseReason } from '#shared/payout.ts'
import type { PayoutTotals } from '#shared/payout-schema.ts'

const reasons: Readonly<Record<SenderPauseReason, string>> = {
  funds: 'the balance of the PayPal account is not enough',
  credentials: 'it does not accept the credentials of this site',
  permission: 'the PayPal app may not send payouts',
  request: 'it does not accept the request of this site; the log of the server has its name',
}

type PayPalPauseProps = { paused: NonNullable<NonNullable<PayoutTotals['paypal']>['paused']> }

/** Why nothing is sent by PayPal, and what ends that. */
export function PayPalPause({ paused: { reason, since } }: PayPalPauseProps) {
  return (
    <Notice tone="bad" role="status" title={`PayPal refuses payouts: ${reasons[reason]}.`}>
      <p>
        Since <time dateTime={since}>{formatDateTime(since)}</time> nothing is sent by itself, and the payouts stay ready.
        Solve it at PayPal, then send a payout: that ends the pause.
      </p>
    </Notice>
  )
}
