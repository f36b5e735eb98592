/** Counts are of whole minutes and hours (UTC), named by when they began. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** When the minute (or hour) of this time (epoch ms) began, as it stands in the database. */
export function startOf(at: number, lengthMs = MINUTE_MS): string {
  return new Date(at - (at % lengthMs)).toISOString()
}
