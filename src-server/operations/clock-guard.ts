import { findNewestEntryTime } from '../audit/chain-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'

/** A jump this long may be a wrong clock; a shorter one costs nobody their data. */
const JUMP_MS = 2 * 24 * 60 * 60 * 1000
/** An hour, less what timers and clocks differ by. */
const WAIT_MS = 59 * 60 * 1000

export type ClockGuard = {
  /** Whether the clock may be believed when it says that something is old enough to be removed for good. */
  isTrusted(): Promise<boolean>
}

/**
 * Compares the clock with the newest entry of the audit log, then with its own last look. After a jump of days it says
 * no for an hour, in which an operator, who is warned in the log, or the network can correct the clock.
 */
export function createClockGuard({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): ClockGuard {
  let known: number | undefined
  let suspectedAt: number | undefined
  return {
    async isTrusted() {
      const now = clock.now().getTime()
      // Entries of the last hour may come from the same wrong clock, before a restart.
      known ??= Date.parse((await findNewestEntryTime(db, timestamp(clock, -WAIT_MS))) ?? timestamp(clock))
      if (now - known > JUMP_MS) {
        if (suspectedAt === undefined || now < suspectedAt) {
          suspectedAt = now
          log.warn(
            { lastKnown: new Date(known).toISOString(), now: timestamp(clock) },
            'the clock is days ahead of the last known time: for an hour nothing is removed for its age. Correct the clock if it is wrong',
          )
        }
        if (now - suspectedAt < WAIT_MS) return false
      }
      known = now
      suspectedAt = undefined
      return true
    },
  }
}
