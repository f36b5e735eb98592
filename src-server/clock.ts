/** The server's source of time; tests replace it. */
export type Clock = {
  now(): Date
  /** Calls `work` once after `ms`, unless the returned function was called. Does not keep the process alive. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** The time in ISO 8601 UTC, as stored in the database. Text order is time order. */
export function timestamp(clock: Pick<Clock, 'now'>, offsetMs = 0): string {
  return new Date(clock.now().getTime() + offsetMs).toISOString()
}
