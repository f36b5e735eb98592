import type { Clock } from '../clock.ts'
import { createWindowCounts } from './window-counts.ts'

/** Limits each key to one pass per interval. Rejected passes are dropped, not delayed. */
export type Throttle = {
  passes(key: string): boolean | Promise<boolean>
  /** Allows the key again at once, because its action did not happen. */
  forget(key: string): void | Promise<void>
}

const MAX_KEYS = 10_000

/** @param everyMs minimum time between two passes of a key, in milliseconds */
export function createThrottle(clock: Clock, everyMs: number) {
  const { hit, forget } = createWindowCounts({ clock, limit: { max: 1, windowMs: everyMs }, maxSubjects: MAX_KEYS })
  return { passes: (key: string) => hit(key) === 0, forget }
}
