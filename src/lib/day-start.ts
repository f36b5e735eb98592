import * as days from '#shared/business-day.ts'
import type { Reader } from './search-params.ts'
import { siteStore } from './site-settings.ts'

const timeZone = () => siteStore.get().timeZone

/** The start of a business day 'YYYY-MM-DD', or of the day `later` days after it; undefined for any other text. */
export function dayStart(day: string, later = 0) {
  return days.isDay(day) ? new Date(days.dayStart(timeZone(), day, later)) : undefined
}

/** The business day 'YYYY-MM-DD' of a moment. */
export const dayOf = (moment: Date | string) => days.dayOf(timeZone(), moment)

/** The business day of now. */
export const today = () => dayOf(new Date())

/** Reads a day 'YYYY-MM-DD' of a URL. */
export const day: Reader<string> = (raw) => (typeof raw === 'string' && days.isDay(raw) ? raw : undefined)
