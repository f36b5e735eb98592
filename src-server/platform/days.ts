import { dayOf, dayStart } from '#shared/business-day.ts'
import { type Clock, timestamp } from './clock.ts'

type Zoned = { site: { readonly current: { timeZone: string } } }

/** The business day, like '2026-11-30', of a time (ISO 8601). */
export function businessDay({ site }: Zoned, at: string) {
  return dayOf(site.current.timeZone, at)
}

export function today(app: Zoned & { clock: Pick<Clock, 'now'> }) {
  return businessDay(app, timestamp(app.clock))
}

/** The first instant (ISO 8601) of a business day, or of the day this many days `later`. */
export function startOfDay({ site }: Zoned, day: string, later = 0) {
  return dayStart(site.current.timeZone, day, later)
}
