/** Starts of the last `days` days in the reader's time zone and the end of today, ISO 8601. A day can have 23 hours. */
export function dayStarts(days: number, now: number): string[] {
  const today = new Date(now)
  return Array.from({ length: days + 1 }, (_, at) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1 + at).toISOString(),
  )
}
