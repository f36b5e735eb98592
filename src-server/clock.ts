/** Where the server's time comes from; tests bring their own. */
export type Clock = {
  now(): Date
  /** Calls `work` once when `ms` have gone by, unless the returned function was called. Keeps no process alive. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** ISO 8601 UTC, the form every time has in the database. Compares as text in the order of time. */
export function timestamp(clock: Pick<Clock, 'now'>, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString()
}
