import type { Clock } from '../clock.ts'
import type { Limit } from './rate-limit-config.ts'

/** Above this the oldest counters are dropped; an attacker with so many addresses is not limited by them anyway. */
export const MAX_SUBJECTS = 50_000

/** `endsAt` is in epoch milliseconds. */
export type WindowCount = { hits: number; endsAt: number }

type Options = {
  clock: Clock
  limit: Limit
  /** The count of an earlier process. Called at most once for each subject in memory. */
  earlier?: (subject: string) => WindowCount | undefined
  changed?: (subject: string, count: WindowCount) => void
}

export function createWindowCounts({ clock, limit, earlier, changed }: Options): { hit(subject: string): number } {
  const counts = new Map<string, WindowCount>()

  function countOf(subject: string, now: number): WindowCount {
    const known = counts.get(subject) ?? earlier?.(subject)
    const count = known && known.endsAt > now ? known : { hits: 0, endsAt: now + limit.windowMs }
    if (counts.get(subject) === count) return count
    // Re-insert at the end, so that the map stays ordered by age.
    counts.delete(subject)
    counts.set(subject, count)
    if (counts.size > MAX_SUBJECTS) deleteOldest()
    return count
  }

  function deleteOldest(): void {
    const [oldest = ''] = counts.keys()
    counts.delete(oldest)
  }

  return {
    /** Returns the ms to wait, 0 when the hit was counted. */
    hit(subject) {
      const now = clock.now().getTime()
      const count = countOf(subject, now)
      if (count.hits >= limit.max) return count.endsAt - now
      count.hits++
      changed?.(subject, count)
      return 0
    },
  }
}
