/** A business day is a text like '2026-11-30'; its zone is `timeZone` of the site. Timestamps are ISO 8601 UTC. */

const HOUR_MS = 60 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether this is the name of a time zone (IANA), such as 'America/New_York'. */
export function isTimeZone(timeZone: string) {
  try {
    return /^[a-z]/i.test(timeZone) && formatOf(timeZone) !== undefined
  } catch {
    return false
  }
}

export function dayOf(timeZone: string, at: string | Date) {
  return wallClock(timeZone, new Date(at)).slice(0, 10)
}

/** The first instant, ISO 8601, of a day, or of the day this many days `later`. */
export function dayStart(timeZone: string, day: string, later = 0) {
  const wanted = plusDays(day, later)
  const midnight = Date.parse(wanted)
  // A second look: the offset at midnight in UTC may differ from that at midnight there.
  let start = midnight
  for (let look = 0; look < 2; look++) start = midnight - offsetAt(timeZone, start)
  // Where the clock skips midnight, the day begins later.
  const isBefore = dayOf(timeZone, new Date(start)) < wanted
  return new Date(isBefore ? start + HOUR_MS : start).toISOString()
}

export function plusDays(day: string, days: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whether the calendar has this day, in the years 2000 to 2099. */
export function isDay(text: string) {
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text
}

/** '2026-11' */
export const monthOf = (day: string) => day.slice(0, 7)

export function lastDayOf(month: string) {
  return plusDays(`${monthOf(plusDays(`${month}-01`, 31))}-01`, -1)
}

function offsetAt(timeZone: string, at: number) {
  return Date.parse(`${wallClock(timeZone, new Date(at))}Z`) - Math.floor(at / 1000) * 1000
}

/** '2026-11-30T19:10:00' */
function wallClock(timeZone: string, at: Date) {
  if (timeZone === 'UTC') return at.toISOString().slice(0, 19)
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`
}

function formatOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...clock })
  if (formats.size > 100) formats.clear()
  formats.set(timeZone, format)
  return format
}
