import type { Clock } from '../../platform/clock.ts'

type Timer = { at: number; work: () => void }

/**
 * A clock that only tests move. `advance` runs due timers at their time, in order. `set` changes the time as an
 * operator does and runs no timers.
 */
export function createTestClock(
  start = '2026-11-20T12:00:00.000Z',
): Clock & { advance(ms: number): void; set(ms: number): void } {
  let now = Date.parse(start)
  const timers = new Set<Timer>()
  return {
    now: () => new Date(now),
    after(ms, work) {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    set(ms) {
      now = ms
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
        if (!due) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.work()
      }
      now = end
    },
  }
}
