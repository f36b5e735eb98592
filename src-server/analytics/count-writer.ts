import type { Logger } from 'pino'
import { type Clock, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { inServerTransaction, type ServerDb } from '../platform/db/database.ts'
import type { VisitCountTable } from '../platform/db/operations-tables.ts'
import { addVisitCounts, deleteMinutesBefore } from './visit-queries.ts'

/** A killed process loses the counts of at most this time. */
const WRITE_AFTER_MS = 1_000

/** At most one transaction per second at any rate. */
export function createCountWriter({ db, clock, log }: { db: ServerDb; clock: Clock; log: Logger }) {
  let unwritten = new Map<string, VisitCountTable>()
  /** Many quotes in a row count in the same one. */
  let last: VisitCountTable | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function write() {
    writing = writing.then(writeOnce)
    return writing
  }

  function writeSoon() {
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref()
  }

  async function writeOnce() {
    clearTimeout(timer)
    timer = undefined
    if (unwritten.size === 0) return
    const rows = unwritten
    unwritten = new Map()
    last = undefined
    try {
      await inServerTransaction(db, async (tx) => {
        await addVisitCounts(tx, [...rows.values()])
        await deleteMinutesBefore(tx, startOf(clock.now().getTime() - HOUR_MS))
      })
    } catch (error) {
      log.error({ err: error }, 'could not write visit counts, will retry')
      for (const [key, row] of rows) {
        const newer = unwritten.get(key)
        if (newer) newer.count += row.count
        else unwritten.set(key, row)
      }
      writeSoon()
    }
  }

  function rowOf(what: VisitCountTable['what'], startsAt: string, page: string) {
    const key = `${what} ${startsAt} ${page}`
    const row = unwritten.get(key) ?? { what, starts_at: startsAt, page, count: 0 }
    unwritten.set(key, row)
    return row
  }

  return {
    /** `startsAt` is the start of its hour or minute. */
    count(what: VisitCountTable['what'], startsAt: string, page: string) {
      if (last?.what !== what || last.starts_at !== startsAt || last.page !== page) last = rowOf(what, startsAt, page)
      last.count++
      writeSoon()
    },
    /** After a failure, counts are kept and retried. */
    write,
    async stop() {
      await write()
      clearTimeout(timer)
    },
  }
}

/** The start of the full minute (or hour, UTC) of `at` in epoch milliseconds, as stored: counts are kept by it. */
export function startOf(at: number, lengthMs = MINUTE_MS) {
  return new Date(at - (at % lengthMs)).toISOString()
}
