import { dayOf, dayStart, isDay } from '#shared/business-day.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2026, at)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
)

/** From the first moment of a day to the first of the next one, ISO 8601. */
type SearchDay = { from: string; to: string }

/**
 * The day that a text names in a time zone: '2026-11-20', '11/20/2026', 'Nov 20, 2026' or 'Nov 20', which is the newest
 * such day at `now`. Undefined for any other text.
 */
export function searchDay(text: string, { timeZone, now }: { timeZone: string; now: Date }): SearchDay | undefined {
  const day = namedDay(text.trim().toLowerCase(), dayOf(timeZone, now))
  return isDay(day) ? { from: dayStart(timeZone, day), to: dayStart(timeZone, day, 1) } : undefined
}

function namedDay(text: string, today: string): string {
  const [, americanMonth = '', americanDate = '', americanYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (americanYear !== undefined) return iso(americanYear, americanMonth, americanDate)
  const [, name = '', date = '', year] = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text) ?? []
  const month = 1 + Math.max(months.indexOf(name), fullMonths.indexOf(name))
  if (month === 0) return text
  if (year !== undefined) return iso(year, month, date)
  const thisYear = Number(today.slice(0, 4))
  const named = iso(thisYear, month, date)
  return named > today ? iso(thisYear - 1, month, date) : named
}

const iso = (year: string | number, ...parts: (string | number)[]) =>
  [year, ...parts.map((part) => String(part).padStart(2, '0'))].join('-')
