import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type Db, sqliteOf, withConnection } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/** An open read transaction prevents truncation; retry after this time. */
const RETRY_MS = 2_000

/** Checkpoints and truncates the WAL of SQLite, which keeps purged values. Returns false when a reader prevents it. */
export async function emptyWriteAheadLog(db: Db) {
  if (isPostgres(db)) return true
  return withConnection(db, async (connection) => {
    const wait = sqliteOf(db).pragma('busy_timeout', { simple: true })
    // Waiting for a reader would block the whole process; the caller retries instead.
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

/** Truncates the WAL, with retries until no reader prevents it. Resolves after the first attempt. */
export async function emptyWriteAheadLogUntilDone(site: { db: Db; clock: Clock; log: Logger }) {
  const { db, clock, log } = site
  const isDone = await emptyWriteAheadLog(db).catch((error: unknown) => {
    if (sqliteOf(db).open) log.error({ err: error }, 'could not truncate the WAL')
    return false
  })
  if (isDone || retrying.has(db) || !sqliteOf(db).open) return
  retrying.add(db)
  clock.after(RETRY_MS, () => {
    retrying.delete(db)
    void emptyWriteAheadLogUntilDone(site)
  })
}
