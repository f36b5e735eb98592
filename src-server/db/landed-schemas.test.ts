import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeAll, expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { openDatabase, type ServerDb } from './database.ts'
import { migrate } from './migrate.ts'

/**
 * The migration numbers at each commit of main that changed them: a database with any of these sets may exist. From
 * `git log --first-parent --reverse -- migrations`. Branches were merged out of order, so some sets have gaps.
 */
const landed = [
  '1-3',
  '1-4',
  '1-5',
  '1-6',
  '1-7',
  '1-7 13',
  '1-7 13-15',
  '1-8 13-15',
  '1-8 10 13-15',
  '1-8 10 12-15',
  '1-8 10-15',
  '1-15',
  '1-15 18',
  '1-15 17-18',
  '1-18',
  '1-19',
  '1-20',
  '1-21',
  '1-22',
  '1-25',
  '1-28',
  '1-29',
  '1-30',
  '1-31',
  '1-31 40',
  '1-31 40-41',
  '1-31 40-42',
  '1-31 40-43',
  '1-31 40-44',
  '1-31 40-45',
]

const names = Object.keys(migrations)

/** '1-3 5' is the migrations 1, 2, 3 and 5. */
function namesOf(numbers: string): string[] {
  return numbers.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return names.filter((name) => Number(name.slice(0, 4)) >= first && Number(name.slice(0, 4)) <= last)
  })
}

/** A database with only these migrations applied. */
async function databaseOf(numbers: string): Promise<ServerDb> {
  const db = openDatabase(':memory:')
  const then = Object.fromEntries(namesOf(numbers).map((name) => [name, migrations[name] ?? {}]))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => then as typeof migrations },
  }).migrateToLatest()
  if (error) throw error
  return db
}

type Row = Record<string, unknown>

/** A description of the schema that does not depend on the order of its creation. */
async function schemaOf(db: ServerDb): Promise<unknown> {
  const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_schema where type <> 'table' order by type, name`.execute(db)
  const tables = await sql<Row>`
    select t.name as "table", c.name, c.type, c."notnull", c.dflt_value, c.pk
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.name not like 'sqlite_%' order by t.name, c.name`.execute(db)
  const references = await sql<Row>`
    select t.name, f."from", f."table", f."to", f.on_delete from pragma_table_list t join pragma_foreign_key_list(t.name) f
    where t.schema = 'main' order by 1, 2`.execute(db)
  return { objects: rows, tables: tables.rows, references: references.rows }
}

const at = '2026-11-21T15:00:00.000Z'

/** Inserts a row into each table of the first version, with the columns it had then. */
async function fill(db: ServerDb): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table'
    and name in ('users', 'sessions', 'submissions', 'files', 'status_changes', 'audit_log', 'payment_methods',
      'chat_sessions', 'chat_messages', 'vault_keys')`.execute(db)
  await sql`pragma foreign_keys = off`.execute(db)
  for (const { name } of tables) await insertRow(db, name)
}

async function insertRow(db: ServerDb, table: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table}) where "notnull" = 1 or pk > 0`.execute(db)
  const values = columns.map(({ name, type }) => {
    if (name.endsWith('_at') || name === 'at') return at
    if (name === 'status' || name === 'to_status') return 'pending'
    return /int/i.test(type) ? 7 : `${table}.${name}`
  })
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
    db,
  )
}

async function rowsOf(db: ServerDb): Promise<Record<string, Row>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like '%search%'
    and name not like 'sqlite_%' and name not like 'kysely_%' and name <> 'submission_counts'`.execute(db)
  const all: Record<string, Row> = {}
  for (const { name } of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    if (rows[0]) all[name] = rows[0]
  }
  return all
}

test('the newest listed set is that of this version', () => {
  expect(namesOf(landed.at(-1) ?? '')).toEqual(names)
})

let fresh: unknown
beforeAll(async () => {
  const db = openDatabase(':memory:')
  await migrate(db)
  fresh = await schemaOf(db)
  await db.destroy()
})

test.each(landed)('adds the missing migrations to a database with %s and keeps its rows', async (numbers) => {
  const db = await databaseOf(numbers)
  await fill(db)
  const before = await rowsOf(db)
  expect(Object.keys(before).length).toBeGreaterThan(4)
  await migrate(db)
  expect(await schemaOf(db)).toEqual(fresh)
  // Moved to its own table; fingerprint-migration.test.ts checks its contents.
  delete before.submissions?.card_fingerprint
  expect(await rowsOf(db)).toMatchObject(before)
  await migrate(db)
  await db.destroy()
})
