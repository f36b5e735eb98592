import { HOUR_MS } from './clock.ts'

/** The latest day, like '2026-11-20', that it is in any time zone at this time (ISO 8601). */
export function latestDay(at: string): string {
  return new Date(Date.parse(at) + 14 * HOUR_MS).toISOString().slice(0, 10)
}

/** The earliest day that it is in any time zone at this time (ISO 8601). */
export function earliestDay(at: string): string {
  return new Date(Date.parse(at) - 12 * HOUR_MS).toISOString().slice(0, 10)
}
