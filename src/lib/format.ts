const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** 'Dec 4, 2025, 3:20 PM' in the browser's time zone. */
export function formatDateTime(iso: string) {
  return formatWith(dateTime, iso)
}

/** 'Dec 4, 2025' in the browser's time zone. */
export function formatDate(iso: string) {
  return formatWith(dateOnly, iso)
}

/** A day like '2026-11-20', which is the same in every time zone. */
export function formatDay(day: string) {
  return formatDate(`${day.slice(0, 10)}T12:00:00`)
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' })

/** 'Nov 2026', of a month like '2026-11'. */
export function formatMonth(text: string) {
  return formatWith(month, `${text}-01T12:00:00`)
}

const count = new Intl.NumberFormat('en-US')

/** '1,234' */
export function formatCount(value: number) {
  return count.format(value)
}

/** '1 card', '1,200 cards' */
export function counted(value: number, one: string) {
  return `${formatCount(value)} ${one}${value === 1 ? '' : 's'}`
}

const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** How long ago: 'now', '5 min', '3 h', '2 d'. `now` in epoch milliseconds. */
export function formatAge(iso: string, now: number) {
  const minutes = Math.floor((now - Date.parse(iso)) / MINUTE_MS)
  if (!(minutes >= 1)) return 'now'
  if (minutes < MINUTES_PER_HOUR) return `${minutes} min`
  if (minutes < MINUTES_PER_DAY) return `${Math.floor(minutes / MINUTES_PER_HOUR)} h`
  return `${Math.floor(minutes / MINUTES_PER_DAY)} d`
}

function formatWith(format: Intl.DateTimeFormat, iso: string) {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}
