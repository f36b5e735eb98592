import type { Reader } from './search-params.ts'

/** The start of a day 'YYYY-MM-DD' in the browser's time zone, or of the day `later` days after it. */
export function dayStart(day: string, later = 0) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const start = new Date(year, month - 1, date + later)
  return start.getFullYear() > 1970 && start.getFullYear() < 9999 ? start : undefined
}

/** 'YYYY-MM-DD' of a moment in the browser's time zone. */
export function dayOf(moment: Date) {
  const [month, date] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${moment.getFullYear()}-${month}-${date}`
}

/** 'YYYY-MM-DD' of now in the browser's time zone. */
export const today = () => dayOf(new Date())

/** Reads a day 'YYYY-MM-DD' of a URL. */
export const day: Reader<string> = (raw) => (typeof raw === 'string' && dayStart(raw) ? raw : undefined)
