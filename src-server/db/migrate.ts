import { Migrator } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { ServerDb } from './database.ts'

/**
 * Brings the schema to the newest version, in one transaction. Branches were merged out of order: a database may have a
 * later migration and lack an earlier one, which it gets then.
 * @throws the first migration's error; none is applied then
 */
export async function migrate(db: ServerDb): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Of these migrations the first that this version does not know; undefined when it knows all. */
export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name))
}
