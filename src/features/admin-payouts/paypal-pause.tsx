import { Notice } from '#client/ui/notice.tsx'
import { Time } from '#client/ui/time.tsx'
import type { SenderPauseReason } from '#shared/payout.ts'
import type { PayoutTotals } from '#shared/payout-schema.ts'

const titles: Readonly<Record<SenderPauseReason, string>> = {
  funds: 'PayPal refuses payouts: the balance of the PayPal account is not enough.',
  credentials: 'PayPal refuses payouts: it does not accept the credentials of this site.',
  permission: 'PayPal refuses payouts: the PayPal app may not send them.',
  request: 'PayPal refuses payouts: it does not accept the request. The log of the server says why.',
  log: 'Nothing is sent by PayPal: the payout log beside the backups cannot be written.',
}

type PayPalPauseProps = { paused: NonNullable<NonNullable<PayoutTotals['paypal']>['paused']> }

export function PayPalPause({ paused: { reason, since } }: PayPalPauseProps) {
  return (
    <Notice tone="bad" role="status" title={titles[reason]}>
      <p>
        Since <Time at={since} /> nothing is sent by itself, and the payouts stay ready. Solve it, then send a payout:
        that ends the pause.
      </p>
    </Notice>
  )
}
