/** Counts are kept per full minute and hour (UTC), identified by its start. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** Of the minute (or hour) of `at` in epoch milliseconds, as stored. */
export function startOf(at: number, lengthMs = MINUTE_MS): string {
  return new Date(at - (at % lengthMs)).toISOString()
}
