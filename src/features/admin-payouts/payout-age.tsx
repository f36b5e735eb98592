import { formatAge } from '#client/lib/format.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './payout-row.module.css'

const MINUTE_MS = 60_000
const LATE_MINUTES = 15
const OVERDUE_MINUTES = 60

/** How long ago it was approved. One that waits too long also gets an icon and a text. `now` in epoch milliseconds. */
export function PayoutAge({ payout: { state, approvedAt }, now }: { payout: Payout; now: number }) {
  const age = formatAge(approvedAt, now)
  const minutes = (now - Date.parse(approvedAt)) / MINUTE_MS
  const isWaiting = state === 'held' || state === 'ready' || state === 'sending'
  if (!isWaiting || minutes < LATE_MINUTES) return <span className="muted">{age}</span>
  const isOverdue = minutes >= OVERDUE_MINUTES
  return (
    <span className={isOverdue ? `bad ${styles.overdue}` : `warn ${styles.late}`}>
      <Icon name="clock" size={16} /> {isOverdue ? `overdue, ${age}` : `waiting ${age}`}
    </span>
  )
}
