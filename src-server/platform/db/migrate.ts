import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/index.ts'
import type { ServerDb } from './database.ts'

/** Every schema from before 1.0.0 has it. */
const UNRELEASED = '0003-trust'
export const UNRELEASED_MESSAGE =
  'The database is from before version 1.0.0, which later versions cannot read. Start with an empty data folder or database.'

export class UnknownSchema extends Error {}

/** Applies all missing migrations in one transaction, under a lock that other nodes wait for; returns their names. */
export async function migrate(db: ServerDb): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(({ migrationName }) => migrationName)
  await assertKnownSchema(db)
  throw error
}

/** @throws UnknownSchema for a database that a newer version migrated, or that is from before 1.0.0 */
export async function assertKnownSchema(db: ServerDb): Promise<void> {
  const applied = await listApplied(db).catch(() => [])
  if (isUnreleased(applied)) throw new UnknownSchema(UNRELEASED_MESSAGE)
  const unknown = findUnknownMigration(applied)
  if (unknown === undefined) return
  throw new UnknownSchema(
    `The database has the migration ${unknown}, which this version does not know. Start the newer version that made it.`,
  )
}

export async function listApplied(db: ServerDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export function isUnreleased(names: readonly string[]): boolean {
  return names.includes(UNRELEASED)
}

export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name))
}

export function findMissingMigration(names: readonly string[]): string | undefined {
  return Object.keys(migrations).find((name) => !names.includes(name))
}
