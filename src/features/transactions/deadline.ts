const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const MOST_HOURS_AHEAD_MS = 12 * 60 * 60_000

/** 'by 11:53 AM', 'by 12:10 AM tomorrow', 'by Tuesday, November 24'; undefined once passed. Epoch milliseconds. */
export function deadline(at: number, now: number): string | undefined {
  if (at < now) return undefined
  if (at - now > MOST_HOURS_AHEAD_MS) return `by ${weekday.format(at)}`
  const isTomorrow = new Date(at).getDate() !== new Date(now).getDate()
  return `by ${timeOfDay.format(at)}${isTomorrow ? ' tomorrow' : ''}`
}
