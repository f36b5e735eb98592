import type { Logger } from 'pino'
import type { ServerDb } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'
import { assertKnownSchema, findMissingMigration, listApplied, migrate } from './migrate.ts'

export type CopyBefore = {
  name: string
  /** Removes it: the migration failed, and the database is as it was. */
  discard(): Promise<void>
  /** Writes the logs beside it, which need the new schema. Throws nothing. */
  complete(): Promise<void>
}

/** Migrates the database and logs an upgrade. A SQLite database with people in it goes through `copy` before that. */
export async function upgradeDatabase(
  db: ServerDb,
  log: Logger,
  copy: (firstMissing: string) => Promise<CopyBefore | undefined>,
): Promise<void> {
  await assertKnownSchema(db)
  const before = await listApplied(db).catch(() => [])
  const missing = findMissingMigration(before)
  const isCopied = missing !== undefined && before.length > 0 && !isPostgres(db) && (await hasPeople(db))
  const made = isCopied ? await copy(missing) : undefined
  let applied: readonly string[]
  try {
    applied = await migrate(db)
  } catch (error) {
    await made?.discard()
    throw error
  }
  await made?.complete()
  if (before.length > 0 && applied.length > 0)
    log.info(
      { from: before.at(-1), to: applied.at(-1), backup: made?.name },
      made ? 'upgraded the database, after a backup' : 'upgraded the database; nothing was copied before',
    )
}

async function hasPeople(db: ServerDb): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
