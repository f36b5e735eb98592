import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, openPostgres, type ServerDb } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

const TEMPLATE = 'migrated_template'
/** Set by `postgres-setup.ts` for the projects that run on PostgreSQL. */
const serverUrl = () => process.env.TEST_POSTGRES_URL

export const isOnPostgres = () => serverUrl() !== undefined

/**
 * Opens a migrated database of its own for one test: SQLite in memory, or one of the PostgreSQL server when the project
 * runs on it. Destroying it removes its rows.
 */
export async function openTestDatabase(): Promise<ServerDb> {
  const url = serverUrl()
  if (url === undefined) {
    const db = openDatabase(':memory:')
    await migrate(db)
    return db
  }
  const name = (await takeEmptied(url)) ?? (await createCopy(url))
  const db = await openPostgres(databaseUrl(url, name), { poolSize: 5 })
  const close = db.destroy.bind(db)
  let isDestroyed = false
  return Object.assign(db, {
    destroy: async () => {
      if (isDestroyed) return
      isDestroyed = true
      await close()
      const [schema] = await run(databaseUrl(url, name), SCHEMA)
      // A test that changed the schema has changed it for no other test.
      if (schema?.name !== process.env.TEST_POSTGRES_SCHEMA) return
      await run(databaseUrl(url, name), EMPTY)
      await run(url, `insert into emptied_databases values ('${name}')`)
    },
  })
}

/** An emptied database of an earlier test, of any process: emptying is faster than copying. */
async function takeEmptied(url: string): Promise<string | undefined> {
  const rows = await run(
    url,
    `delete from emptied_databases where name =
      (select name from emptied_databases limit 1 for update skip locked) returning name`,
  )
  return rows[0]?.name
}

async function createCopy(url: string, template = TEMPLATE, options = ''): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(url, `create database ${name} template ${template} ${options}`)
  return name
}

/** A PostgreSQL database without tables. `options` are those of `create database`. */
export async function openEmptyDatabase(options?: string): Promise<ServerDb> {
  const url = serverUrl()
  if (url === undefined) throw new Error('This test runs on PostgreSQL only.')
  return openPostgres(databaseUrl(url, await createCopy(url, 'template0', options)))
}

/** The address of a test database on PostgreSQL. */
export async function urlOf(db: ServerDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return databaseUrl(serverUrl() ?? '', rows[0]?.name ?? '')
}

/** A digest of the tables, indexes and triggers. */
const SCHEMA = `select md5(string_agg(part, ',' order by part)) as name from (
  select concat(relname, relnatts, relkind) as part from pg_class where relnamespace = 'public'::regnamespace
  union all select concat(tgname, tgenabled) from pg_trigger where not tgisinternal) as parts`

/** Deletes all rows without triggers, which protect append-only tables, and restarts the numbers. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not in
      ('named_locks', 'kysely_migration', 'kysely_migration_lock')
    loop execute format('delete from %I', name); end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public'
    loop perform setval(format('%I', name)::regclass, 1, false); end loop;
  end $$`

/** Creates the template of the test databases and the list of emptied ones. */
export async function createTemplate(url: string): Promise<void> {
  await run(url, 'create table emptied_databases (name text primary key)')
  await run(url, `create database ${TEMPLATE}`)
  const db = await openPostgres(databaseUrl(url, TEMPLATE), { poolSize: 1 })
  await migrate(db)
  await db.destroy()
  const [schema] = await run(databaseUrl(url, TEMPLATE), SCHEMA)
  process.env.TEST_POSTGRES_SCHEMA = schema?.name
}

function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function run(url: string, statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
