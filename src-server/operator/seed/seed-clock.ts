import { type Clock, systemClock } from '../../platform/clock.ts'

/** A clock that starts `beforeMs` ago and moves only by `advance`, never beyond the present. */
export function createSeedClock(beforeMs: number): Clock & { advance(ms: number): void } {
  let time = Date.now() - beforeMs
  return {
    now: () => new Date(time),
    after: systemClock.after,
    advance(ms) {
      time = Math.min(Date.now(), time + ms)
    },
  }
}
