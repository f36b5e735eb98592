import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, openPostgres, type ServerDb, sqliteOf } from '../../platform/db/database.ts'
import { createDurability } from '../../platform/db/durability.ts'
import { migrate } from '../../platform/db/migrate.ts'

const TEMPLATE = 'migrated_template'
/** Set by `postgres-setup.ts` for the project that runs on PostgreSQL. */
const serverUrl = () => process.env.TEST_POSTGRES_URL
const migratedSchema = () => process.env.TEST_POSTGRES_SCHEMA

export const isOnPostgres = () => serverUrl() !== undefined

/**
 * Opens a migrated database of its own for one test: SQLite in memory, or one of the PostgreSQL server when the project
 * runs on it. Destroying it removes its rows.
 */
export async function openTestDatabase(durability = createDurability()): Promise<ServerDb> {
  const url = serverUrl()
  if (url === undefined) {
    migratedSqlite ??= migrateSqlite()
    return openDatabase(await migratedSqlite, durability)
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
      await releaseLock(url, name)
    },
  })
}

let migratedSqlite: Promise<Buffer> | undefined

/** A migrated database, to be copied: that takes less than a millisecond, migrating takes 40. */
async function migrateSqlite(): Promise<Buffer> {
  const db = openDatabase(':memory:')
  await migrate(db)
  const migrated = sqliteOf(db).serialize()
  await db.destroy()
  return migrated
}

/** An emptied database of an earlier test, of any process: emptying is faster than copying. */
async function takeEmptied(url: string): Promise<string | undefined> {
  const client = await serverClient(url)
  const { rows } = await client.query<{ name: string }>(
    `delete from emptied_databases where name =
      (select name from emptied_databases limit 1 for update skip locked) returning name`,
  )
  return rows[0]?.name
}

/** Empties a database for the next test; drops it when the test has changed the schema. */
async function releaseLock(url: string, name: string): Promise<void> {
  const schema = await withClient(databaseUrl(url, name), async (client) => {
    const before = await schemaOf(client)
    if (before === migratedSchema()) await client.query(EMPTY)
    return before
  })
  const client = await serverClient(url)
  if (schema === migratedSchema()) await client.query('insert into emptied_databases values ($1)', [name])
  else await client.query(`drop database ${name}`)
}

async function createCopy(url: string, template = TEMPLATE, options = ''): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = await serverClient(url)
  await client.query(`create database ${name} template ${template} ${options}`)
  return name
}

/** A database without tables. `options` are those of `create database` on PostgreSQL. */
export async function openEmptyDatabase(options?: string): Promise<ServerDb> {
  const url = serverUrl()
  if (url === undefined) return openDatabase(':memory:')
  return openPostgres(databaseUrl(url, await createCopy(url, 'template0', options)))
}

/** The address of a test database on PostgreSQL. */
export async function urlOf(db: ServerDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return databaseUrl(serverUrl() ?? '', rows[0]?.name ?? '')
}

/** Deletes all rows but those of migrations without triggers, which protect append-only tables. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not in
      ('kysely_migration', 'kysely_migration_lock', 'ledger_lock')
    loop execute format('delete from %I', name); end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public'
    loop perform setval(format('%I', name)::regclass, 1, false); end loop;
  end $$`

/** Creates the template of the test databases and the list of emptied ones; returns what `migratedSchema` is. */
export async function createTemplate(url: string): Promise<string> {
  await withClient(url, async (client) => {
    await client.query('create table emptied_databases (name text primary key)')
    await client.query(`create database ${TEMPLATE}`)
  })
  const template = databaseUrl(url, TEMPLATE)
  const db = await openPostgres(template, { poolSize: 1 })
  await migrate(db)
  await db.destroy()
  return withClient(template, schemaOf)
}

/** A digest of the tables, columns, indexes and triggers of a database. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(`
    select md5(string_agg(part, ',' order by part)) as digest from (
      select concat(relname, ' ', relkind) as part from pg_class where relnamespace = 'public'::regnamespace
      union all
      select concat(relname, ' ', attname, ' ', atttypid, attnotnull) from pg_attribute join pg_class on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and not attisdropped
      union all
      select concat(relname, ' ', tgname, ' ', tgenabled) from pg_trigger join pg_class on tgrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace
    ) as parts`)
  return rows[0]?.digest ?? ''
}

/** The address of a database of this server. */
export function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

let shared: Promise<pg.Client> | undefined

/** One connection of this process to the server. */
function serverClient(url: string): Promise<pg.Client> {
  shared ??= connect(url)
  return shared
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}
