/** Where the server's time comes from; tests bring their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** ISO 8601 UTC, the form every time has in the database. Compares as text in the order of time. */
export function timestamp(clock: Clock, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString()
}
