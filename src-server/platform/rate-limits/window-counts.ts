import type { Logger } from 'pino'
import { type Clock, timestamp } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { LimitCountTable } from '../db/operations-tables.ts'
import type { Limit } from './rate-limit-config.ts'
import { listCounts, writeCounts } from './rate-limit-queries.ts'

/** Above this the oldest counters are dropped; an attacker with so many addresses is not limited by them anyway. */
const MAX_SUBJECTS = 50_000

/** `endsAt` is in epoch milliseconds. */
type WindowCount = { hits: number; endsAt: number }

type Options = {
  clock: Clock
  limit: Pick<Limit, 'max' | 'windowMs'>
  maxSubjects?: number
  /** The count of an earlier process. Called at most once for each subject in memory. */
  earlier?: (subject: string) => WindowCount | undefined
  changed?: (subject: string, count: WindowCount) => void
}

export function createWindowCounts({ clock, limit, maxSubjects = MAX_SUBJECTS, earlier, changed }: Options) {
  const counts = new Map<string, WindowCount>()

  function countOf(subject: string, now: number) {
    const known = counts.get(subject) ?? earlier?.(subject)
    const count = known && known.endsAt > now ? known : { hits: 0, endsAt: now + limit.windowMs }
    if (counts.get(subject) === count) return count
    // Re-insert at the end, so that the map stays ordered by age.
    counts.delete(subject)
    counts.set(subject, count)
    for (const [oldest, { endsAt }] of counts) {
      if (counts.size <= maxSubjects && endsAt > now) break
      counts.delete(oldest)
    }
    return count
  }

  return {
    hit(subject: string) {
      const now = clock.now().getTime()
      const count = countOf(subject, now)
      if (count.hits >= limit.max) return count.endsAt - now
      count.hits++
      changed?.(subject, count)
      return 0
    },
    forget: (subject: string) => void counts.delete(subject),
  }
}

export type QuickCounters = {
  /** Counts one hit of this subject. Returns the ms to wait, 0 when allowed. */
  hit(subject: string): number | Promise<number>
  stop?(): Promise<void>
}

/** Creates the counters of a limit. `keyOf` returns a keyed hash of a subject, to be used as the stored name. */
export type CreateQuickCounters = (limit: Limit, keyOf: (subject: string) => string) => QuickCounters

/** Write-behind delay: a killed process loses at most the counts of this time. */
const WRITE_AFTER_MS = 1_000
/** SQLite allows 32,766 parameters per statement; a row has four. */
const ROWS_AT_ONCE = 1_000

type Deps = {
  db: ServerDb
  clock: Clock
  log: Logger
  limit: Limit
  prefix: string
  keyOf: (subject: string) => string
}

/** Counts in memory and writes behind: exact within this process. Counters of earlier processes are loaded here. */
export async function createMemoryCounters({ db, clock, log, limit, prefix, keyOf }: Deps): Promise<QuickCounters> {
  const earlier = new Map<string, LimitCountTable>()
  for (const row of await listCounts(db, prefix, timestamp(clock), MAX_SUBJECTS)) earlier.set(row.key, row)
  let unwritten = new Map<string, WindowCount>()
  let stopTimer: (() => void) | undefined
  let writing: Promise<void> = Promise.resolve()

  const counts = createWindowCounts({
    clock,
    limit,
    earlier(subject) {
      if (earlier.size === 0) return undefined
      const key = keyOf(subject)
      const row = earlier.get(key)
      earlier.delete(key)
      return row && { hits: row.hits, endsAt: Date.parse(row.ends_at) }
    },
    changed(subject, count) {
      unwritten.set(subject, count)
      stopTimer ??= clock.after(WRITE_AFTER_MS, () => void write())
    },
  })

  function write() {
    writing = writing.then(writeOnce)
    return writing
  }

  async function writeOnce() {
    stopTimer?.()
    stopTimer = undefined
    if (unwritten.size === 0) return
    const taken = unwritten
    unwritten = new Map()
    const rows = [...taken].map(([subject, { hits, endsAt }]) => {
      const ends = new Date(endsAt).toISOString()
      return { key: keyOf(subject), hits, free_at: ends, ends_at: ends }
    })
    try {
      await inServerTransaction(db, async (tx) => {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await writeCounts(tx, rows.slice(at, at + ROWS_AT_ONCE))
      })
    } catch (error) {
      log.error({ err: error }, 'could not write rate limit counters, will retry')
      unwritten = new Map([...taken, ...unwritten])
      stopTimer ??= clock.after(WRITE_AFTER_MS, () => void write())
    }
  }

  return {
    hit: counts.hit,
    async stop() {
      await write()
      stopTimer?.()
    },
  }
}
