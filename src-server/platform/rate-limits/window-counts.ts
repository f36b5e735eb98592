import type { Clock } from '../clock.ts'
import type { Limit } from './rate-limit-config.ts'

/** Above this the oldest counters are dropped; an attacker with so many addresses is not limited by them anyway. */
export const MAX_SUBJECTS = 50_000

/** `endsAt` is in epoch milliseconds. */
export type WindowCount = { hits: number; endsAt: number }

type Options = {
  clock: Clock
  limit: Pick<Limit, 'max' | 'windowMs'>
  /** The count of an earlier process. Called at most once for each subject in memory. */
  earlier?: (subject: string) => WindowCount | undefined
  changed?: (subject: string, count: WindowCount) => void
}

type WindowCounts = {
  /** Returns the ms to wait, 0 when the hit was counted. */
  hit(subject: string): number
  forget(subject: string): void
}

export function createWindowCounts({ clock, limit, earlier, changed }: Options): WindowCounts {
  const counts = new Map<string, WindowCount>()

  function countOf(subject: string, now: number): WindowCount {
    const known = counts.get(subject) ?? earlier?.(subject)
    const count = known && known.endsAt > now ? known : { hits: 0, endsAt: now + limit.windowMs }
    if (counts.get(subject) === count) return count
    // Re-insert at the end, so that the map stays ordered by age.
    counts.delete(subject)
    counts.set(subject, count)
    for (const [oldest, { endsAt }] of counts) {
      if (counts.size <= MAX_SUBJECTS && endsAt > now) break
      counts.delete(oldest)
    }
    return count
  }

  return {
    hit(subject) {
      const now = clock.now().getTime()
      const count = countOf(subject, now)
      if (count.hits >= limit.max) return count.endsAt - now
      count.hits++
      changed?.(subject, count)
      return 0
    },
    forget: (subject) => void counts.delete(subject),
  }
}

export type QuickCounters = {
  /** Counts one hit of this subject. Returns the ms to wait, 0 when allowed. */
  hit(subject: string): number | Promise<number>
  /** Writes what is not stored yet and stops all timers. */
  stop?(): Promise<void>
}

/** Creates the counters of a limit. `keyOf` returns a keyed hash of a subject, to be used as the stored name. */
export type CreateQuickCounters = (limit: Limit, keyOf: (subject: string) => string) => QuickCounters
