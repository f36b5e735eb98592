import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import type { Payout } from '#shared/payout-schema.ts'

const MINUTE_MS = 60_000
const LATE_MINUTES = 15
const OVERDUE_MINUTES = 60

/** `now` in epoch milliseconds. */
export function PayoutAge({ payout: { state, approvedAt }, now }: { payout: Payout; now: number }) {
  const age = formatAge(approvedAt, now)
  const minutes = (now - Date.parse(approvedAt)) / MINUTE_MS
  const isWaiting = state === 'held' || state === 'ready' || state === 'sending'
  const isLate = isWaiting && minutes >= LATE_MINUTES
  return (
    <time className="nowrap" dateTime={approvedAt} title={formatDateTime(approvedAt)}>
      {isLate ? (
        <>
          <WaitingAge age={age} urgency={minutes >= OVERDUE_MINUTES ? 'overdue' : 'late'} />, approved
        </>
      ) : (
        `Approved ${age === 'now' ? 'just now' : `${age} ago`}`
      )}
    </time>
  )
}
