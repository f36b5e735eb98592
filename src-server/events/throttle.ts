import type { Clock } from '../clock.ts'

/** Lets each key through once in a while. In this process only: what it holds back is worth nothing later. */
export type Throttle = {
  passes(key: string): boolean
  /** Lets a key through again at once: what it passed for did not happen. */
  forget(key: string): void
}

const MOST_KEYS = 10_000

/** @param everyMs how long a key that passed is held back, in milliseconds */
export function createThrottle(clock: Clock, everyMs: number): Throttle {
  const passed = new Map<string, number>()
  return {
    passes(key) {
      const now = clock.now().getTime()
      const last = passed.get(key)
      if (last !== undefined && now - last < everyMs) return false
      // Put at the end again, so that the first ones are the oldest.
      passed.delete(key)
      passed.set(key, now)
      for (const [oldest, at] of passed) {
        if (passed.size <= MOST_KEYS && now - at < everyMs) break
        passed.delete(oldest)
      }
      return true
    },
    forget: (key) => void passed.delete(key),
  }
}
