import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { LimitCountTable } from '../db/operations-tables.ts'
import { table } from '../db/table.ts'
import type { Keyring } from '../encryption/keys.ts'
import { limitOf, type RateLimitName, rateLimitConfig } from './rate-limit-config.ts'
import { consumeHit, deleteEndedCounts, type HitTimes, refundHits } from './rate-limit-queries.ts'
import { type CreateQuickCounters, createMemoryCounters, type QuickCounters } from './window-counts.ts'

/** The delays keep growing until there was no attempt for this long. */
const WAITS_REMEMBERED_MS = 24 * 60 * 60 * 1000

/** A limited action of `subject`; `amount` defaults to 1. Hits with the same `once` count once per window. */
export type Hit = { limit: RateLimitName; subject: string; amount?: number; once?: string }
export type LimitExceeded = { limit: RateLimitName; waitMs: number }

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>

export function countsSuccesses({ limit }: Hit) {
  return limitOf(limit).counts === 'successes'
}

function isQuick({ limit }: Hit) {
  return limitOf(limit).isQuick === true
}

type Deps = {
  db: ServerDb
  keyring: Keyring
  clock: Clock
  log: Logger
  createQuickCounters?: CreateQuickCounters | undefined
}

/** A keyed hash of these parts, so that stored keys contain no names. A new active data key changes it. */
export function limitKey(keyring: Keyring, ...parts: readonly string[]) {
  const mac = createHmac('sha256', keyring.key(keyring.activeId, 'limits')).update(JSON.stringify(parts))
  return mac.digest('base64url')
}

/** Counters that survive a restart, under keyed hashes of subjects: a new active data key resets all counters. */
export async function createRateLimits({ db, keyring, clock, log, createQuickCounters }: Deps) {
  const keyOf = (limit: RateLimitName, ...subject: string[]) => `${limit}:${limitKey(keyring, limit, ...subject)}`
  const quick = new Map<RateLimitName, QuickCounters>()
  for (const name of Object.keys(rateLimitConfig) as RateLimitName[]) {
    const limit = limitOf(name)
    const keyOfSubject = (subject: string) => keyOf(name, subject)
    if (!limit.isQuick) continue
    const memory = { db, clock, log, limit, prefix: `${name}:`, keyOf: keyOfSubject }
    quick.set(name, createQuickCounters?.(limit, keyOfSubject) ?? (await createMemoryCounters(memory)))
  }

  /** Counts the hit unless the same `once` has been counted in this window, which is a counter of its own. */
  async function consumeOnce(tx: ServerDb, hit: Hit, once: string): Promise<LimitExceeded | undefined> {
    const key = keyOf(hit.limit, hit.subject, once)
    if (!(await consumeHit(tx, key, 1, 1, { ...timesOf(hit.limit), waits: [] }))) return undefined
    const reached = await consumeOne(tx, hit)
    if (reached) await table('limit_counts').remove(tx, { key })
    return reached
  }

  async function isCounted({ limit, subject, once }: Hit) {
    const count =
      once === undefined ? undefined : await table('limit_counts').find(db, { key: keyOf(limit, subject, once) })
    return count !== undefined && count.ends_at > timestamp(clock)
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
    const { max, windowMs } = limitOf(limit)
    // The first hit of a window is not compared with the limit in SQL.
    if (amount > max) return { limit, waitMs: windowMs }
    const key = keyOf(limit, subject)
    if (await consumeHit(db, key, amount, max, timesOf(limit))) return undefined
    return { limit, waitMs: waitOf(await table('limit_counts').find(db, { key })) }
  }

  function waitOf(count: LimitCountTable | undefined) {
    return Math.max(1, (count ? Date.parse(count.free_at) : 0) - clock.now().getTime())
  }

  async function peekOne({ limit, subject, amount = 1 }: Hit): Promise<LimitExceeded | undefined> {
    const count = await table('limit_counts').find(db, { key: keyOf(limit, subject) })
    if (!count || count.ends_at <= timestamp(clock) || count.hits + amount <= limitOf(limit).max) return undefined
    return { limit, waitMs: waitOf(count) }
  }

  async function consumeInOrder(db: ServerDb, hits: readonly Hit[]): Promise<LimitExceeded | undefined> {
    for (const [at, hit] of hits.entries()) {
      const reached = await (hit.once === undefined ? consumeOne(db, hit) : consumeOnce(db, hit, hit.once))
      if (!reached) continue
      await refundInOrder(db, hits.slice(0, at).filter(countsSuccesses))
      return reached
    }
    return undefined
  }

  async function refundInOrder(db: ServerDb, hits: readonly Hit[]) {
    for (const { limit, subject, amount = 1 } of hits) await refundHits(db, keyOf(limit, subject), amount)
  }

  return {
    /**
     * Counts hits in order, quick limits first, and returns the first exceeded limit. Earlier hits then stay counted,
     * unless their limit counts successes. Counts are on disk when the promise resolves, except for quick limits.
     */
    async consume(hits: readonly Hit[]) {
      // Quick counters are outside the database, so a repeated transaction would count them again.
      for (const { limit, subject } of hits.filter(isQuick)) {
        const waitMs = (await quick.get(limit)?.hit(subject)) ?? 0
        if (waitMs > 0) return { limit, waitMs }
      }
      const stored = hits.filter((each) => !isQuick(each))
      const [hit] = stored
      if (stored.length === 1 && hit && (await isCounted(hit))) return undefined
      // One transaction needs only one fsync, and a hit with `once` is two counts.
      return stored.length > 1 || hit?.once !== undefined
        ? inServerTransaction(db, (tx) => consumeInOrder(tx, stored))
        : consumeInOrder(db, stored)
    },
    /** The first limit that these hits would exceed, without counting. For limits without `waits` and `once`. */
    async peek(hits: readonly Hit[]) {
      for (const hit of hits) {
        const reached = await peekOne(hit)
        if (reached) return reached
      }
      return undefined
    },
    refund: (hits: readonly Hit[]) => inServerTransaction(db, (tx) => refundInOrder(tx, hits)),
    async reset(limit: RateLimitName, subject: string) {
      await table('limit_counts').remove(db, { key: keyOf(limit, subject) })
    },
    sweep: () => deleteEndedCounts(db, timestamp(clock)),
    async stop() {
      for (const each of quick.values()) await each.stop?.()
    },
  }
}
