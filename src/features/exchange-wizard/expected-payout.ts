const MINUTE_MS = 60_000
/** Verification takes up to 15 minutes, and most payouts up to an hour from then. */
const USUAL_MS = 75 * MINUTE_MS
const ROUNDED_TO_MS = 5 * MINUTE_MS
const BANK_BUSINESS_DAYS = 2

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/**
 * The usual arrival of the payout in local time: 'at about 3:40 PM', for a bank 'by Tuesday, November 24'.
 * Undefined once it has passed. `placedAt` and `now` in epoch milliseconds.
 */
export function expectedPayout(placedAt: number, isBank: boolean, now: number): string | undefined {
  if (isBank) {
    const day = afterBusinessDays(new Date(placedAt), BANK_BUSINESS_DAYS)
    return day.getTime() < now ? undefined : `by ${weekday.format(day)}`
  }
  const at = Math.ceil((placedAt + USUAL_MS) / ROUNDED_TO_MS) * ROUNDED_TO_MS
  if (at < now) return undefined
  const isTomorrow = new Date(at).getDate() !== new Date(now).getDate()
  return `at about ${timeOfDay.format(at)}${isTomorrow ? ' tomorrow' : ''}`
}

/** Adds days that are neither Saturday nor Sunday; the time of day is kept. */
function afterBusinessDays(from: Date, days: number): Date {
  const day = new Date(from)
  for (let left = days; left > 0; ) {
    day.setDate(day.getDate() + 1)
    if (day.getDay() !== 0 && day.getDay() !== 6) left--
  }
  return day
}
