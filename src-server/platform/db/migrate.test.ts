import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import { insertRow, migrate as migrateTo } from '../../testing/test-support/migrate-to.ts'
import { openDatabase, type ServerDb } from './database.ts'
import { migrate } from './migrate.ts'

/** Tables and columns of `*-tables.ts`, parsed from source because types do not exist at run time. */
function writtenSchema(): Record<string, string[]> {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('-tables.ts'))
  const source = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const columnsOf = (type: string) => {
    const body = type.startsWith('{') ? type : (new RegExp(`type ${type} = \\{([^}]*)\\}`).exec(source)?.[1] ?? '')
    const code = body.replace(/\/\*\*[\s\S]*?\*\//g, '')
    return [...code.matchAll(/(\w+)\??: /g)].map(([, name = '']) => name).sort()
  }
  const tables = [...source.matchAll(/(\w+): tableOf<([\w &]+|\{[^}]*\})>/g)]
  return Object.fromEntries(
    tables.map(([, table = '', types = '']) => [table, types.split(' & ').flatMap(columnsOf).sort()]),
  )
}

async function tablesOf(db: ServerDb) {
  // FTS5 creates its own shadow tables and hidden columns (1); the introspection of Kysely omits computed columns.
  const { rows } = await sql<{ name: string; column: string }>`
    select tables.name, columns.name as column from pragma_table_list tables, pragma_table_xinfo(tables.name) columns
    where tables.schema = 'main' and tables.name not glob 'submission_search_*' and tables.name not glob 'sqlite_*'
      and tables.name not glob 'kysely_*' and columns.hidden <> 1
    order by columns.name`.execute(db)
  const tables: Record<string, string[]> = {}
  for (const { name, column } of rows) tables[name] = [...(tables[name] ?? []), column]
  return tables
}

test('the migrated database has exactly the tables and columns of the schema', async () => {
  await using db = openDatabase(':memory:')
  await migrate(db)
  const written = writtenSchema()
  expect(Object.keys(written).length).toBeGreaterThan(8)
  expect(await tablesOf(db)).toEqual(written)
})

test('a column is nullable exactly when its type is', async () => {
  await using db = openDatabase(':memory:')
  await migrate(db)
  const source = readFileSync(new URL('submission-tables.ts', import.meta.url), 'utf8')
  const tables = await db.introspection.getTables()
  const [submissions] = tables.filter(({ name }) => name === 'submissions')
  const nullable = submissions?.columns.filter(({ isNullable, name }) => isNullable && name !== 'id')
  const body = /type SubmissionTable = \{([^}]*)\}/.exec(source)?.[1] ?? ''
  const said = [...body.matchAll(/(\w+): [^\n]*\| null/g)].map(([, name]) => name)
  expect(nullable?.map(({ name }) => name).sort()).toEqual(said.sort())
})

test('migrating twice changes nothing', async () => {
  await using db = openDatabase(':memory:')
  await migrate(db)
  await db.insertInto('data_keys').values({ key_id: 'k', sentinel_encrypted: 's', created_at: 't' }).execute()
  const before = await tablesOf(db)
  await migrate(db)
  expect(await tablesOf(db)).toEqual(before)
  expect(await db.selectFrom('data_keys').select('key_id').execute()).toEqual([{ key_id: 'k' }])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('refuses a database that a newer version has migrated, naming the migration', async () => {
  await using db = openDatabase(':memory:')
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'The database has the migration 9999-later, which this version does not know',
  )
})

test('refuses a database from before 1.0.0, and leaves it as it is', async () => {
  await using db = openDatabase(':memory:')
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`insert into kysely_migration values ('0001-accounts', ''), ('0002-submissions', ''), ('0003-trust', '')`.execute(
    db,
  )
  await expect(migrate(db)).rejects.toThrow(
    'The database is from before version 1.0.0, which later versions cannot read. Start with an empty data folder or database.',
  )
  expect(await tablesOf(db)).toEqual({})
})

test('lists migrations in the order of application', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted())
})

/** A digest of the code of each migration and of what they share, without comments. */
const file = new URL('../../../migrations/digests.json', import.meta.url)

function digestOf(name: string): string {
  const text = readFileSync(new URL(`../../../migrations/${name}.ts`, import.meta.url), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}

test('a landed migration never changes: a change is a migration of its own; npm run docs:generate adds its digest', () => {
  const names = [...Object.keys(migrations), 'statements']
  const digests = Object.fromEntries(names.map((name) => [name, digestOf(name)]))
  const landed = JSON.parse(readFileSync(file, 'utf8'))
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, `${JSON.stringify({ ...digests, ...landed }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(digests)
})

test('the migration finds the codes of stored reasons by their texts', async () => {
  await using db = openDatabase(':memory:')
  await migrateTo(db, (name) => name < '0019')
  const given: [status: string, reason: string | null, code: string | null][] = [
    ['rejected', reasonTexts.rejected.linked, 'linked'],
    ['rejected', reasonTexts.rejected['sent-before'], 'sent-before'],
    ['rejected', 'Withdrawn by the customer.', 'withdrawn'],
    ['rejected', 'The card smells.', 'other'],
    ['rejected', null, 'none'],
    ['failed', 'Your payment provider refused the payout.', 'returned'],
    ['completed', reasonTexts.rejected.linked, 'other'],
    ['pending', null, null],
    ['registered', 'New user registration', null],
  ]
  await insertRow(db, 'users', { id: 'dana', role: 'customer', email: 'dana@mail.example' })
  for (const [at, [status, reason]] of given.entries()) {
    const of = { submission_id: `GCE-${at}`, changed_by: 'dana' }
    await insertRow(db, 'submissions', { id: of.submission_id, user_id: 'dana', status, status_reason: reason })
    await insertRow(db, 'status_changes', { id: of.submission_id, ...of, to_status: status, reason })
  }
  await migrateTo(db, (name) => name < '0020')
  const codes = given.map(([, , code]) => code)
  const orders = await db.selectFrom('submissions').select('status_reason_code').orderBy('id').execute()
  expect(orders.map((row) => row.status_reason_code)).toEqual(codes)
  const changes = await db.selectFrom('status_changes').select('reason_code').orderBy('id').execute()
  expect(changes.map((row) => row.reason_code)).toEqual(codes)
})
