import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { inServerTransaction, type ServerDb } from '../db/database.ts'
import type { VisitCountTable } from '../db/schema.ts'
import { HOUR_MS, startOf } from './time-buckets.ts'
import { addVisitCounts, deleteMinutesBefore } from './visit-queries.ts'

/** Counts wait this long for the disk; a killed process loses no more. */
const WRITE_AFTER_MS = 1_000

export type CountWriter = {
  /** One more of this, to be written within a second. `startsAt` is when its hour or minute began. */
  count(what: VisitCountTable['what'], startsAt: string, page: string): void
  /** Writes what was counted, in one transaction; after a failure it is kept and tried again. */
  write(): Promise<void>
  /** Writes the rest and ends the work. */
  stop(): Promise<void>
}

/** Collects counts and writes them in batches: at most one transaction a second, however much is counted. */
export function createCountWriter({ db, clock, log }: { db: ServerDb; clock: Clock; log: Logger }): CountWriter {
  let unwritten = new Map<string, VisitCountTable>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    writing = writing.then(writeOnce)
    return writing
  }

  function writeSoon(): void {
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref()
  }

  async function writeOnce(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (unwritten.size === 0) return
    const rows = unwritten
    unwritten = new Map()
    try {
      await inServerTransaction(db, async (tx) => {
        await addVisitCounts(tx, [...rows.values()])
        await deleteMinutesBefore(tx, startOf(clock.now().getTime() - HOUR_MS))
      })
    } catch (error) {
      log.error({ err: error }, 'visits could not be written and are kept')
      for (const [key, row] of rows) {
        const newer = unwritten.get(key)
        unwritten.set(key, { ...row, count: row.count + (newer?.count ?? 0) })
      }
      writeSoon()
    }
  }

  return {
    count(what, startsAt, page) {
      const key = `${what} ${startsAt} ${page}`
      const row = unwritten.get(key)
      if (row) row.count++
      else unwritten.set(key, { what, starts_at: startsAt, page, count: 1 })
      writeSoon()
    },
    write,
    async stop() {
      await write()
      clearTimeout(timer)
    },
  }
}
