import type { Clock } from '../clock.ts'

/** Limits each key to one pass per interval. Rejected passes are dropped, not delayed. */
export type Throttle = {
  passes(key: string): boolean | Promise<boolean>
  /** Allows the key again at once, because its action did not happen. */
  forget(key: string): void | Promise<void>
}
export type LocalThrottle = {
  passes(key: string): boolean
  forget(key: string): void
}

const MAX_KEYS = 10_000

/** @param everyMs minimum time between two passes of a key, in milliseconds */
export function createThrottle(clock: Clock, everyMs: number): LocalThrottle {
  const passed = new Map<string, number>()
  return {
    passes(key) {
      const now = clock.now().getTime()
      const last = passed.get(key)
      if (last !== undefined && now - last < everyMs) return false
      // Re-insert at the end, so that the map stays ordered by age.
      passed.delete(key)
      passed.set(key, now)
      for (const [oldest, at] of passed) {
        if (passed.size <= MAX_KEYS && now - at < everyMs) break
        passed.delete(oldest)
      }
      return true
    },
    forget: (key) => void passed.delete(key),
  }
}
