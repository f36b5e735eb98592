import type { Limit } from './rate-limit-config.ts'

export type QuickCounters = {
  /** Counts one hit of this subject. Returns the ms to wait, 0 when allowed. */
  hit(subject: string): number | Promise<number>
  /** Writes what is not stored yet and stops all timers. */
  stop(): Promise<void>
}

/** Creates the counters of a limit. `keyOf` returns a keyed hash of a subject, to be used as the stored name. */
export type CreateQuickCounters = (limit: Limit, keyOf: (subject: string) => string) => QuickCounters
