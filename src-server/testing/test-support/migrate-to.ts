import { Migrator } from 'kysely/migration'
import { expect } from 'vitest'
import { migrations } from '#migrations/index.ts'
import type { ServerDb } from '../../platform/db/database.ts'

/** Runs the wanted migrations that have not run. */
export async function migrate(db: ServerDb, isWanted: (name: string) => boolean): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => isWanted(name)))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => wanted } }).migrateToLatest()
  expect(error).toBeUndefined()
}

/** Inserts a row of the schema of the time; other columns that need a value have '' or 0. */
export async function insertRow(db: ServerDb, name: string, row: Record<string, unknown>): Promise<void> {
  const columns = (await db.introspection.getTables()).find((each) => each.name === name)?.columns ?? []
  const needed = columns.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
  const others = needed.map((column) => [column.name, /int/i.test(column.dataType) ? 0 : ''])
  await db
    .insertInto(name as 'users')
    .values({ ...Object.fromEntries(others), ...row } as never)
    .execute()
}
