import { promisify } from 'node:util'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

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

/** Lets other requests run: queries of SQLite are synchronous. */
export const nextTurn = promisify(setImmediate)

/** The longest time in which a decision can be undone, with room for clocks that differ. */
export const MAX_UNDO_MS = 60 * 60_000

/** Whether a time has come, or is later than anything is planned: it was written while the clock was ahead. */
export function isDue(planned: string, now: string, plannedAheadMs: number) {
  return planned <= now || planned > later(now, plannedAheadMs)
}

export function later(at: string, ms: number) {
  return new Date(Date.parse(at) + ms).toISOString()
}

/** As stored in the database. Text order is time order. */
export function timestamp(clock: Pick<Clock, 'now'>, offsetMs = 0) {
  return new Date(clock.now().getTime() + offsetMs).toISOString()
}
