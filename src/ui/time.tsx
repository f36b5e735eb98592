import { formatAge, formatDate, formatDateTime } from '#client/lib/format.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  isDay?: boolean
  /** Shows how long ago it was; now in epoch milliseconds. */
  agoAt?: number
  className?: string | undefined
}

export function Time({ at, isDay, agoAt, className }: TimeProps) {
  const isAge = agoAt !== undefined
  return (
    <time className={className} dateTime={at} title={isAge ? formatDateTime(at) : undefined}>
      {isAge ? formatAge(at, agoAt) : isDay ? formatDate(at) : formatDateTime(at)}
    </time>
  )
}
