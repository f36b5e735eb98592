const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const MINUTE_MS = 60_000
const ENDING_MS = 5 * MINUTE_MS
const MINUTES_PER_HOUR = 60

/** The rest of a term of `ms`: '23 h 12 min', '27 min', 'less than 1 min'. */
export function timeLeft(ms: number) {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (!(minutes >= 1)) return 'less than 1 min'
  const hours = Math.floor(minutes / MINUTES_PER_HOUR)
  const rest = minutes % MINUTES_PER_HOUR
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The end of a term in the browser's time zone: '3:42 PM' on the day of `now` (epoch ms), else 'Nov 24, 4:10 PM'. */
export function endOfTerm(iso: string, now: number) {
  const end = new Date(iso)
  const isToday = end.toDateString() === new Date(now).toDateString()
  return (isToday ? timeOfDay : dayAndTime).format(end)
}

/** Where a term is that lasts for another `ms`: 'ending' are its last 5 minutes. */
export function phaseOfTerm(ms: number) {
  if (ms <= 0) return 'ended'
  return ms <= ENDING_MS ? 'ending' : 'running'
}
