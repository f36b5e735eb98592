import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { LimitCountTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'
import { createMemoryCounters, type MemoryCounters } from './memory-counters.ts'
import { limitOf, type RateLimitName, rateLimitConfig } from './rate-limit-config.ts'
import {
  consumeHit,
  deleteCount,
  deleteEndedCounts,
  findCount,
  type HitTimes,
  refundHits,
} from './rate-limit-queries.ts'

/** The delays keep growing until there was no attempt for this long. */
const WAITS_REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Above this the oldest `once` entries are dropped and may count again. */
const MAX_COUNTED = 50_000

/**
 * A limited action of `subject`; `amount` defaults to 1. Hits with the same `once` count once per window; after a
 * restart they may count again.
 */
export type Hit = { limit: RateLimitName; subject: string; amount?: number; once?: string }
/** The exceeded limit and the time until the next hit is allowed. */
export type LimitExceeded = { limit: RateLimitName; waitMs: number }

export type RateLimits = {
  /**
   * Counts hits in order and returns the first exceeded limit. Earlier hits then stay counted, unless their limit counts
   * successes. Counts are on disk when the promise resolves, except for quick limits.
   */
  consume(hits: readonly Hit[]): Promise<LimitExceeded | undefined>
  /** Like `consume`, synchronously for one hit of a quick limit. */
  consumeQuick(limit: RateLimitName, subject: string): LimitExceeded | undefined
  /** Returns the first limit that these hits would exceed, without counting. For limits without `waits` and `once`. */
  peek(hits: readonly Hit[]): Promise<LimitExceeded | undefined>
  /** Subtracts hits whose action did not happen. */
  refund(hits: readonly Hit[]): Promise<void>
  /** Deletes the counter of this subject. */
  reset(limit: RateLimitName, subject: string): Promise<void>
  /** Deletes expired counters. */
  sweep(): Promise<void>
  /** Writes the counters in memory and stops the timers. */
  stop(): Promise<void>
}

/** Whether a call that does not succeed gets this hit back. */
export function countsSuccesses({ limit }: Hit): boolean {
  return limitOf(limit).counts === 'successes'
}

type Deps = { db: ServerDb; keyring: Keyring; clock: Clock; log: Logger }

/**
 * Counters that survive a restart. Subjects are stored as keyed hashes. A new active data key changes the hashes, which
 * resets all counters.
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

  /** Hits with `once` and the epoch ms until which they count, oldest first. */
  const counted = new Map<string, { until: number; taken: Promise<LimitExceeded | undefined> }>()

  /** Concurrent calls with the same `once` share one result. */
  async function consumeOnce(db: ServerDb, { once, ...hit }: Hit): Promise<LimitExceeded | undefined> {
    const key = JSON.stringify([hit.limit, hit.subject, once])
    const now = clock.now().getTime()
    const known = counted.get(key)
    if (known && known.until > now) return known.taken
    const taken = consumeOne(db, hit)
    counted.delete(key)
    counted.set(key, { until: now + limitOf(hit.limit).windowMs, taken })
    if (counted.size > MAX_COUNTED) counted.delete(counted.keys().next().value ?? '')
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

  async function consumeOne(db: ServerDb, { limit, subject, amount = 1 }: Hit): Promise<LimitExceeded | undefined> {
    if (limitOf(limit).isQuick) return consumeQuick(limit, subject)
    const { max, windowMs } = limitOf(limit)
    // The first hit of a window is not compared with the limit in SQL.
    if (amount > max) return { limit, waitMs: windowMs }
    const key = keyOf(limit, subject)
    if (await consumeHit(db, key, amount, max, timesOf(limit))) return undefined
    return { limit, waitMs: waitOf(await findCount(db, key)) }
  }

  function waitOf(count: LimitCountTable | undefined): number {
    return Math.max(1, (count ? Date.parse(count.free_at) : 0) - clock.now().getTime())
  }

  async function peekOne({ limit, subject, amount = 1 }: Hit): Promise<LimitExceeded | undefined> {
    const count = await findCount(db, keyOf(limit, subject))
    if (!count || count.ends_at <= timestamp(clock) || count.hits + amount <= limitOf(limit).max) return undefined
    return { limit, waitMs: waitOf(count) }
  }

  async function consumeInOrder(db: ServerDb, hits: readonly Hit[]): Promise<LimitExceeded | undefined> {
    for (const [at, hit] of hits.entries()) {
      const reached = await (hit.once === undefined ? consumeOne(db, hit) : consumeOnce(db, hit))
      if (!reached) continue
      await refundInOrder(db, hits.slice(0, at).filter(countsSuccesses))
      return reached
    }
    return undefined
  }

  async function refundInOrder(db: ServerDb, hits: readonly Hit[]): Promise<void> {
    for (const { limit, subject, amount = 1 } of hits) await refundHits(db, keyOf(limit, subject), amount)
  }

  return {
    // One transaction needs only one fsync.
    consume: (hits) =>
      hits.length > 1 ? inServerTransaction(db, (tx) => consumeInOrder(tx, hits)) : consumeInOrder(db, hits),
    consumeQuick,
    async peek(hits) {
      for (const hit of hits) {
        const reached = await peekOne(hit)
        if (reached) return reached
      }
      return undefined
    },
    refund: (hits) => inServerTransaction(db, (tx) => refundInOrder(tx, hits)),
    reset: (limit, subject) => deleteCount(db, keyOf(limit, subject)),
    sweep: () => deleteEndedCounts(db, timestamp(clock)),
    async stop() {
      for (const each of quick.values()) await each.stop()
    },
  }
}
