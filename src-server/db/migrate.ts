import { Migrator } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { Db } from './database.ts'

/** Brings the schema to the newest version, in one transaction. @throws the first migration's error; none is applied then. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Of these migrations the first that this version does not know; undefined when it knows all. */
export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name))
}
