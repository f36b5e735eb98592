import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { LimitCountTable } from '../db/schema.ts'
import type { Limit } from './rate-limit-config.ts'
import { listCounts, writeCounts } from './rate-limit-queries.ts'

/** Write-behind delay: a killed process loses at most the counts of this time. */
const WRITE_AFTER_MS = 1_000
/** Above this the oldest counters are dropped; an attacker with so many addresses is not limited by them anyway. */
const MAX_SUBJECTS = 50_000
/** SQLite allows 32,766 parameters per statement; a row has four. */
const ROWS_AT_ONCE = 1_000

type Count = { key: string; hits: number; endsAt: number }

export type MemoryCounters = {
  /** Counts one hit of this subject. Returns the ms to wait, 0 when allowed. */
  hit(subject: string): number
  /** Writes changed counters in one transaction; retries after a failure. */
  write(): Promise<void>
  stop(): Promise<void>
}

type Deps = {
  db: ServerDb
  clock: Clock
  log: Logger
  limit: Limit
  prefix: string
  keyOf: (subject: string) => string
}

/**
 * Counts a limit in memory and writes behind, so that a hit costs no database access. The limit is exact within this
 * process. Counters of earlier processes are loaded once, here.
 */
export async function createMemoryCounters({ db, clock, log, limit, prefix, keyOf }: Deps): Promise<MemoryCounters> {
  const counts = new Map<string, Count>()
  const earlier = new Map<string, LimitCountTable>()
  for (const row of await listCounts(db, prefix, timestamp(clock), MAX_SUBJECTS)) earlier.set(row.key, row)
  let unwritten = new Set<Count>()
  let stopTimer: (() => void) | undefined
  let writing: Promise<void> = Promise.resolve()

  function countOf(subject: string, now: number): Count {
    const known = counts.get(subject)
    if (known && known.endsAt > now) return known
    const key = known?.key ?? keyOf(subject)
    const row = known ? undefined : earlier.get(key)
    earlier.delete(key)
    const endsAt = row ? Date.parse(row.ends_at) : 0
    const isGoingOn = row !== undefined && endsAt > now
    const count = { key, hits: isGoingOn ? row.hits : 0, endsAt: isGoingOn ? endsAt : now + limit.windowMs }
    // Re-insert at the end, so that the map stays ordered by age.
    counts.delete(subject)
    counts.set(subject, count)
    if (counts.size > MAX_SUBJECTS) deleteOldest()
    return count
  }

  function deleteOldest(): void {
    const [oldest = ''] = counts.keys()
    counts.delete(oldest)
  }

  function write(): Promise<void> {
    writing = writing.then(writeOnce)
    return writing
  }

  async function writeOnce(): Promise<void> {
    stopTimer?.()
    stopTimer = undefined
    if (unwritten.size === 0) return
    const taken = unwritten
    unwritten = new Set()
    const rows = [...taken].map(({ key, hits, endsAt }) => {
      const ends = new Date(endsAt).toISOString()
      return { key, hits, free_at: ends, ends_at: ends }
    })
    try {
      await inServerTransaction(db, async (tx) => {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await writeCounts(tx, rows.slice(at, at + ROWS_AT_ONCE))
      })
    } catch (error) {
      log.error({ err: error }, 'could not write rate limit counters, will retry')
      for (const count of taken) unwritten.add(count)
      writeSoon()
    }
  }

  function writeSoon(): void {
    stopTimer ??= clock.after(WRITE_AFTER_MS, () => void write())
  }

  return {
    hit(subject) {
      const now = clock.now().getTime()
      const count = countOf(subject, now)
      if (count.hits >= limit.max) return count.endsAt - now
      count.hits++
      unwritten.add(count)
      writeSoon()
      return 0
    },
    write,
    async stop() {
      await write()
      stopTimer?.()
    },
  }
}
