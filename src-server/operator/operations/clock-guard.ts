import { findNewestEntryTime } from '../../audit/chain-queries.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'

/** A longer jump may be a wrong clock; a shorter one does no harm to retention. */
const JUMP_MS = 2 * 24 * 60 * 60 * 1000
/** An hour, minus a tolerance for timer drift. */
const WAIT_MS = 59 * 60 * 1000

/**
 * After a jump of days since the newest audit entry, or its own previous check, it trusts the clock no more for an
 * hour, so that the operator or NTP can correct it.
 */
export function createClockGuard({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  let known: number | undefined
  let suspectedAt: number | undefined
  return {
    /** Whether data may be deleted by age. */
    async isTrusted(): Promise<boolean> {
      const now = clock.now().getTime()
      // Entries of the last hour may come from the same wrong clock, before a restart.
      known ??= Date.parse((await findNewestEntryTime(db, timestamp(clock, -WAIT_MS))) ?? timestamp(clock))
      if (now - known > JUMP_MS) {
        if (suspectedAt === undefined || now < suspectedAt) {
          suspectedAt = now
          log.warn(
            { lastKnown: new Date(known).toISOString(), now: timestamp(clock) },
            'the clock is days ahead of the last known time: deletion by age is paused for an hour. Correct the clock if it is wrong',
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
