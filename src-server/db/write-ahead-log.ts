import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type Db, sqliteOf, withConnection } from './database.ts'

/** A reader that is under way keeps the log from being cut: it is asked again after this long. */
const RETRY_MS = 2_000

type Site = { db: Db; clock: Clock; log: Logger }

/**
 * Moves everything into the database file and cuts the log to nothing, without waiting for anybody. What was erased
 * stays readable in the log until then. @returns false when a reader, of this process or another, is in the way
 */
export async function emptyWriteAheadLog(db: Db): Promise<boolean> {
  return withConnection(db, async (connection) => {
    const wait = sqliteOf(db).pragma('busy_timeout', { simple: true })
    // Waiting for a reader would hold up this whole process; asking again does not.
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'))
    try {
      const checkpoint = CompiledQuery.raw('pragma wal_checkpoint(truncate)')
      const { rows } = await connection.executeQuery<{ busy: number }>(checkpoint)
      return rows[0]?.busy === 0
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${wait}`))
    }
  })
}

const retrying = new WeakSet<Db>()

/** The same once, and again every few seconds until no reader was in the way. Resolves after the first try. */
export async function emptyWriteAheadLogUntilDone(site: Site): Promise<void> {
  const { db, clock, log } = site
  const isDone = await emptyWriteAheadLog(db).catch((error: unknown) => {
    if (sqliteOf(db).open) log.error({ err: error }, 'the write-ahead log could not be emptied')
    return false
  })
  if (isDone || retrying.has(db) || !sqliteOf(db).open) return
  retrying.add(db)
  clock.after(RETRY_MS, () => {
    retrying.delete(db)
    void emptyWriteAheadLogUntilDone(site)
  })
}
