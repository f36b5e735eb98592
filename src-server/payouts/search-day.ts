import { HOUR_MS } from '../platform/clock.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2026, at)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
)

type Date3 = readonly [year: number, month: number, date: number]

/** From the first moment of a day to the first of the next one, ISO 8601. */
type SearchDay = { from: string; to: string }

/**
 * The day that a text names in a time zone: '2026-11-20', '11/20/2026', 'Nov 20, 2026' or 'Nov 20', which is the newest
 * such day at `now`. Undefined for any other text.
 */
export function searchDay(text: string, { timeZone, now }: { timeZone: string; now: Date }): SearchDay | undefined {
  const today = dateIn(timeZone, now.getTime())
  const named = namedDate(text.trim().toLowerCase(), today)
  if (!named || !exists(named)) return undefined
  const [year, month, date] = named
  const [from, to] = [dayStart(timeZone, named), dayStart(timeZone, [year, month, date + 1])]
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

function namedDate(text: string, today: Date3): Date3 | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (american) return [Number(american[3]), Number(american[1]), Number(american[2])]
  const [, name = '', date, year] = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text) ?? []
  const month = 1 + Math.max(months.indexOf(name), fullMonths.indexOf(name))
  if (month === 0) return undefined
  if (year !== undefined) return [Number(year), month, Number(date)]
  const isLater = month > today[1] || (month === today[1] && Number(date) > today[2])
  return [today[0] - (isLater ? 1 : 0), month, Number(date)]
}

function exists([year, month, date]: Date3) {
  const day = new Date(Date.UTC(year, month - 1, date))
  return year >= 2000 && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
}

/** The first moment of a day in a time zone, in epoch milliseconds. `date` may be one more than the month has. */
function dayStart(timeZone: string, [year, month, date]: Date3) {
  const midnight = Date.UTC(year, month - 1, date)
  // A second look: the offset at midnight in UTC may differ from that at midnight there.
  let start = midnight
  for (let look = 0; look < 2; look++) start = midnight - offsetAt(timeZone, start)
  // Where the clock skips midnight, the day begins later.
  const day = new Date(midnight).getUTCDate()
  return dateIn(timeZone, start)[2] === day ? start : start + HOUR_MS
}

function offsetAt(timeZone: string, moment: number) {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, moment)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

function dateIn(timeZone: string, moment: number): Date3 {
  const { year, month, day } = partsIn(timeZone, moment)
  return [year, month, day]
}

function partsIn(timeZone: string, moment: number) {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...clock }).formatToParts(moment)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return {
    ...{ year: value('year'), month: value('month'), day: value('day') },
    ...{ hour: value('hour'), minute: value('minute'), second: value('second') },
  }
}
