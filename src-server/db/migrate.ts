import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/index.ts'
import { postgresMigrations } from '#migrations/postgres/index.ts'
import type { ServerDb } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/**
 * Applies all missing migrations in one transaction, under a lock that other nodes wait for. Unordered, because branches
 * were merged out of order: a database may have a later migration and lack an earlier one.
 * @throws the error of the failed migration; none is applied then. Also when a newer version migrated the database.
 */
export async function migrate(db: ServerDb): Promise<void> {
  const provider = { getMigrations: async () => (isPostgres(db) ? postgresMigrations : migrations) }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = findUnknownMigration(await listApplied(db).catch(() => []))
  if (unknown === undefined) throw error
  throw new Error(
    `The database has the migration ${unknown}, which this version does not know. Start the newer version that made it.`,
  )
}

async function listApplied(db: ServerDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The first of these migrations that this version does not know. */
export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name))
}

/** The first migration of SQLite that is not among these. */
export function findMissingMigration(names: readonly string[]): string | undefined {
  return Object.keys(migrations).find((name) => !names.includes(name))
}
