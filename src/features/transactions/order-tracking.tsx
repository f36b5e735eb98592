import { useNow } from '#client/lib/use-now.ts'
import { minutesText, usualDecision } from '#shared/tracking-messages.ts'
import type { Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import { deadline } from './deadline.ts'

const LOOK_MS = 30_000

export function OrderTracking({ order }: { order: TransactionDetail }) {
  const now = useNow(LOOK_MS)
  const { tracking } = order
  if (!tracking) return <PayoutTimes order={order} />
  return (
    <div className="stack gap-1">
      <p>
        <strong>{placeText(tracking)}</strong>
      </p>
      <p>{[usualDecision(tracking, order.giftCardName), expectedText(tracking, now)].filter(Boolean).join(' ')}</p>
    </div>
  )
}

function PayoutTimes({ order: { payoutTimes, paymentMethod, payout } }: { order: TransactionDetail }) {
  if (!payoutTimes || payout?.isHeld) return null
  const { usualMinutes, samples } = payoutTimes
  return (
    <p>
      {paymentMethod} payouts usually leave within {minutesText(usualMinutes)} (the last {samples}).
    </p>
  )
}

export function placeText({ place, isBeingChecked }: Tracking): string {
  if (isBeingChecked) return 'A reviewer is checking it now.'
  return place === 1 ? 'You are next in line.' : `You are number ${place.toLocaleString('en-US')} in line.`
}

export function expectedText({ expectedAt, latestAt, overdueSince }: Tracking, now: number): string {
  if (overdueSince !== undefined)
    return 'This takes longer than we promise. Our team has been notified. You can withdraw the order while it waits.'
  const expected = deadline(Date.parse(expectedAt), now)
  if (expected) return `Expected ${expected}.`
  const latest = deadline(Date.parse(latestAt), now)
  return latest ? `This takes longer than usual. Expected ${latest}.` : 'This takes longer than usual.'
}
