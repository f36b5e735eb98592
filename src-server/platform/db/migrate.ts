import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import { migrations } from '#migrations/index.ts'
import type { ServerDb } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/** Every schema from before 1.0.0 has it. */
const UNRELEASED = '0003-trust'
export const UNRELEASED_MESSAGE =
  'The database is from before version 1.0.0, which later versions cannot read. Start with an empty data folder or database.'

export class UnknownSchema extends Error {}

/** Applies all missing migrations in one transaction, under a lock that other nodes wait for; returns their names. */
export async function migrate(db: ServerDb) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(({ migrationName }) => migrationName)
  await assertKnownSchema(db)
  throw error
}

/** @throws UnknownSchema for a database that a newer version migrated, or that is from before 1.0.0 */
export async function assertKnownSchema(db: ServerDb) {
  const applied = await listApplied(db).catch(() => [])
  if (isUnreleased(applied)) throw new UnknownSchema(UNRELEASED_MESSAGE)
  const unknown = findUnknownMigration(applied)
  if (unknown === undefined) return
  throw new UnknownSchema(
    `The database has the migration ${unknown}, which this version does not know. Start the newer version that made it.`,
  )
}

export async function listApplied(db: ServerDb) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export function isUnreleased(names: readonly string[]) {
  return names.includes(UNRELEASED)
}

export function findUnknownMigration(names: readonly string[]) {
  return names.find((name) => !Object.hasOwn(migrations, name))
}

export function findMissingMigration(names: readonly string[]) {
  return Object.keys(migrations).find((name) => !names.includes(name))
}

export type CopyBefore = {
  name: string
  discard(): Promise<void>
  /** Writes the logs beside it, which need the new schema. Throws nothing. */
  complete(): Promise<void>
}

/** Migrates the database and logs an upgrade. A SQLite database with people in it goes through `copy` before that. */
export async function upgradeDatabase(
  db: ServerDb,
  log: Logger,
  copy: (firstMissing: string) => Promise<CopyBefore | undefined>,
) {
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

async function hasPeople(db: ServerDb) {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
