import type { Clock } from '../clock.ts'

/** A clock that moves only when a test says so. */
export function createTestClock(start = '2026-11-20T12:00:00.000Z'): Clock & { advance(ms: number): void } {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms
    },
  }
}
