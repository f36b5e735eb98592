import { Migrator } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { Db } from './database.ts'

/** Brings the schema to the newest version, in one transaction. @throws the first migration's error; none is applied then. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
