import { formatCount } from '#client/lib/format.ts'

const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24

/** Of an ISO 8601 time, in the reader's time zone. */
function formatter(options: Intl.DateTimeFormatOptions) {
  const { format } = new Intl.DateTimeFormat('en-US', options)
  return (iso: string) => format(new Date(iso))
}
/** '3:20:15 PM' */
export const clockTime = formatter({ timeStyle: 'medium' })
export const minuteTime = formatter({ timeStyle: 'short' })
/** 'Fri, Nov 20' */
export const dayName = formatter({ weekday: 'short', month: 'short', day: 'numeric' })

export function stayMinutes(durationMs: number) {
  return `${formatCount(Math.floor(durationMs / MINUTE_MS))} min`
}

/** A waiting time: '8 min', '2 h 5 min', '3 d 4 h'. */
export function waitingTime(durationMs: number) {
  const minutes = Math.round(durationMs / MINUTE_MS)
  if (minutes < MINUTES_PER_HOUR) return minutes === 0 ? 'under 1 min' : `${minutes} min`
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  if (hours < HOURS_PER_DAY) return `${hours} h ${minutes % MINUTES_PER_HOUR} min`
  return `${Math.floor(hours / HOURS_PER_DAY)} d ${hours % HOURS_PER_DAY} h`
}

/** `part` of `whole` as '41%'; '–' when `whole` is 0. */
export function share(part: number, whole: number) {
  return whole > 0 ? `${Math.round((part / whole) * 100)}%` : '–'
}

export function trendMessages(title: string, counts: readonly number[]) {
  return `${title}: now ${formatCount(counts.at(-1) ?? 0)}, most ${formatCount(Math.max(0, ...counts))}`
}
