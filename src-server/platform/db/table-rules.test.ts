import { expect, test } from 'vitest'
import { openDatabase, sqliteOf } from './database.ts'
import { migrate } from './migrate.ts'
import { tables } from './schema.ts'
import { copiedTables } from './table-rules.ts'

test('every table has a policy, and the copied ones come after the tables they refer to', async () => {
  const db = openDatabase(':memory:')
  await migrate(db)
  const list = (query: string, table?: string) =>
    sqliteOf(db)
      .prepare<string[], string>(query)
      .pluck()
      .all(...(table ? [table] : []))
  const names = list("select name from pragma_table_list where schema = 'main' and type <> 'shadow'")
  const isOurs = (name: string) => !/^(sqlite_|kysely_)/.test(name)
  expect(names.filter(isOurs).sort()).toEqual(Object.keys(tables).sort())
  for (const [at, table] of copiedTables.entries()) {
    const above = copiedTables.slice(0, at)
    const references = list('select "table" from pragma_foreign_key_list(?)', table)
    expect([table, references.filter((other) => !above.some((name) => name === other))]).toEqual([table, []])
    // Keys of other types would need a conversion between the databases.
    const types = list('select lower(type) from pragma_table_info(?) where pk > 0', table)
    expect([table, types.filter((type) => type !== 'text' && type !== 'integer')]).toEqual([table, []])
  }
  expect(copiedTables.at(-1)).toBe('data_keys')
  await db.destroy()
})
