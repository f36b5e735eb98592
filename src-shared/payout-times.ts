const MINUTE_MS = 60_000
/** Checking a card takes up to 15 minutes, and most payouts up to an hour from then. */
const CHECK_MS = 15 * MINUTE_MS
const PAYOUT_MS = 60 * MINUTE_MS
const ROUNDED_TO_MS = 5 * MINUTE_MS
const BANK_BUSINESS_DAYS = 2

/** By when a card submitted at `submittedAt` is checked; both in epoch milliseconds. */
export function checkedBy(submittedAt: number) {
  return submittedAt + CHECK_MS
}

/** Rounded up to five minutes; for a bank two business days later in local time. All in epoch milliseconds. */
export function paidBy(submittedAt: number, isBank: boolean, checkedAt = submittedAt) {
  if (isBank) return afterBusinessDays(new Date(Math.max(submittedAt, checkedAt)), BANK_BUSINESS_DAYS).getTime()
  const from = Math.max(checkedBy(submittedAt), checkedAt)
  return Math.ceil((from + PAYOUT_MS) / ROUNDED_TO_MS) * ROUNDED_TO_MS
}

/** Adds days that are neither Saturday nor Sunday; the time of day is kept. */
function afterBusinessDays(from: Date, days: number) {
  const day = new Date(from)
  for (let left = days; left > 0; ) {
    day.setDate(day.getDate() + 1)
    if (day.getDay() !== 0 && day.getDay() !== 6) left--
  }
  return day
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** 'by Tuesday, November 24' for epoch milliseconds, in local time. */
export function byDay(at: number) {
  return `by ${weekday.format(at)}`
}

/** 'by 11:53 AM', or 'by 12:10 AM tomorrow', for epoch milliseconds, in local time. */
export function byTime(at: number, now: number, by = 'by') {
  const isTomorrow = new Date(at).getDate() !== new Date(now).getDate()
  return `${by} ${timeOfDay.format(at)}${isTomorrow ? ' tomorrow' : ''}`
}
