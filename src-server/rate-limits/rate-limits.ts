import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { Keyring } from '../encryption/keys.ts'
import { createMemoryCounters, type MemoryCounters } from './memory-counters.ts'
import { limitOf, type RateLimitName, rateLimitConfig } from './rate-limit-config.ts'
import {
  consumeHit,
  deleteCount,
  deleteEndedCounts,
  findFreeAt,
  type HitTimes,
  refundHits,
} from './rate-limit-queries.ts'

/** After a wait the next ones go on growing, unless there was no try for this long. */
const WAITS_REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Beyond it the oldest may count again. */
const MOST_COUNTED = 50_000

/**
 * Something limited that somebody does: `subject` is whom it counts for, `amount` how much, 1 unless said. What is named
 * in `once` counts once in a window; after a restart it may count again.
 */
export type Hit = { limit: RateLimitName; subject: string; amount?: number; once?: string }
/** What there is no room for, and how long until there is. */
export type LimitExceeded = { limit: RateLimitName; waitMs: number }

export type RateLimits = {
  /**
   * Counts hits in this order until there is no room for one, which is answered; those before it stay counted. What is
   * counted is on disk when the promise resolves, but for quick limits.
   */
  take(hits: readonly Hit[]): Promise<LimitExceeded | undefined>
  /** As `take` for one hit of a quick limit, at once. */
  consumeQuick(limit: RateLimitName, subject: string): LimitExceeded | undefined
  /** Takes a hit back that came to nothing. */
  refund(hit: Hit): Promise<void>
  /** Forgets what was counted for this subject. */
  forget(limit: RateLimitName, subject: string): Promise<void>
  /** Deletes counts that are over. */
  sweep(): Promise<void>
  /** Writes what is only in memory, and ends the work. */
  stop(): Promise<void>
}

type Deps = { db: ServerDb; keyring: Keyring; clock: Clock; log: Logger }

/**
 * Counts that outlive a restart. Nobody can be read from them: whom they are about is a keyed hash. Another active data
 * key makes other hashes, so it lets everybody begin anew.
 */
export async function createRateLimits({ db, keyring, clock, log }: Deps): Promise<RateLimits> {
  const keyOf = (limit: RateLimitName, subject: string) => {
    const mac = createHmac('sha256', keyring.key(keyring.activeId, 'limits')).update(JSON.stringify([limit, subject]))
    return `${limit}:${mac.digest('base64url')}`
  }
  const quick = new Map<RateLimitName, MemoryCounters>()
  for (const name of Object.keys(rateLimitConfig) as RateLimitName[]) {
    const limit = limitOf(name)
    const keyOfSubject = (subject: string) => keyOf(name, subject)
    if (limit.isQuick)
      quick.set(name, await createMemoryCounters({ db, clock, log, limit, prefix: `${name}:`, keyOf: keyOfSubject }))
  }

  /** What counts once and until when that holds, in epoch milliseconds; the oldest first. */
  const counted = new Map<string, { until: number; taken: Promise<LimitExceeded | undefined> }>()

  /** Others that ask for the same while it is counted get the same answer. */
  async function takeOnce(db: ServerDb, { once, ...hit }: Hit): Promise<LimitExceeded | undefined> {
    const key = JSON.stringify([hit.limit, hit.subject, once])
    const now = clock.now().getTime()
    const known = counted.get(key)
    if (known && known.until > now) return known.taken
    const taken = takeOne(db, hit)
    counted.delete(key)
    counted.set(key, { until: now + limitOf(hit.limit).windowMs, taken })
    if (counted.size > MOST_COUNTED) counted.delete(counted.keys().next().value ?? '')
    try {
      const reached = await taken
      if (reached) counted.delete(key)
      return reached
    } catch (error) {
      counted.delete(key)
      throw error
    }
  }

  function consumeQuick(limit: RateLimitName, subject: string): LimitExceeded | undefined {
    const waitMs = quick.get(limit)?.hit(subject) ?? 0
    return waitMs > 0 ? { limit, waitMs } : undefined
  }

  function timesOf(limit: RateLimitName): HitTimes {
    const { windowMs, waits = [] } = limitOf(limit)
    return {
      now: timestamp(clock),
      ends: timestamp(clock, windowMs),
      waits: waits.map((ms) => ({ free: timestamp(clock, ms), ends: timestamp(clock, ms + WAITS_REMEMBERED_MS) })),
    }
  }

  async function takeOne(db: ServerDb, { limit, subject, amount = 1 }: Hit): Promise<LimitExceeded | undefined> {
    if (limitOf(limit).isQuick) return consumeQuick(limit, subject)
    const { most, windowMs } = limitOf(limit)
    // More than all the room there ever is would be let in as the first one of a window.
    if (amount > most) return { limit, waitMs: windowMs }
    const key = keyOf(limit, subject)
    if (await consumeHit(db, key, amount, most, timesOf(limit))) return undefined
    const freeAt = await findFreeAt(db, key)
    return { limit, waitMs: Math.max(1, (freeAt ? Date.parse(freeAt) : 0) - clock.now().getTime()) }
  }

  async function takeInOrder(db: ServerDb, hits: readonly Hit[]): Promise<LimitExceeded | undefined> {
    for (const hit of hits) {
      const reached = await (hit.once === undefined ? takeOne(db, hit) : takeOnce(db, hit))
      if (reached) return reached
    }
    return undefined
  }

  return {
    // Several in one transaction reach the disk once.
    take: (hits) => (hits.length > 1 ? inServerTransaction(db, (tx) => takeInOrder(tx, hits)) : takeInOrder(db, hits)),
    consumeQuick,
    refund: ({ limit, subject, amount = 1 }) => refundHits(db, keyOf(limit, subject), amount),
    forget: (limit, subject) => deleteCount(db, keyOf(limit, subject)),
    sweep: () => deleteEndedCounts(db, timestamp(clock)),
    async stop() {
      for (const each of quick.values()) await each.stop()
    },
  }
}
