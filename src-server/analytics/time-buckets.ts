import { MINUTE_MS } from '../platform/clock.ts'

/** The start of the full minute (or hour, UTC) of `at` in epoch milliseconds, as stored: counts are kept by it. */
export function startOf(at: number, lengthMs = MINUTE_MS): string {
  return new Date(at - (at % lengthMs)).toISOString()
}
