import { formatAge } from '#client/lib/format.ts'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import type { Payout } from '#shared/payout-schema.ts'

const MINUTE_MS = 60_000
const LATE_MINUTES = 15
const OVERDUE_MINUTES = 60

/** How long ago it was approved. One that waits too long also gets an icon and a text. `now` in epoch milliseconds. */
export function PayoutAge({ payout: { state, approvedAt }, now }: { payout: Payout; now: number }) {
  const age = formatAge(approvedAt, now)
  const minutes = (now - Date.parse(approvedAt)) / MINUTE_MS
  const isWaiting = state === 'held' || state === 'ready' || state === 'sending'
  const urgency = minutes >= OVERDUE_MINUTES ? 'overdue' : minutes >= LATE_MINUTES ? 'late' : 'fresh'
  return <WaitingAge age={age} urgency={isWaiting ? urgency : 'fresh'} />
}
