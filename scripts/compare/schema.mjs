import path from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { startBenchEngines } from '../bench/bench-engines.mjs'
import { withServers } from './servers.mjs'

const ofPostgres = [
  `select 'column', table_name, ordinal_position, column_name, udt_name, is_nullable, column_default, is_identity
    from information_schema.columns where table_schema = 'public'`,
  `select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'`,
  `select 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace`,
  `select 'trigger', tgrelid::regclass, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  `select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
  `select 'sequence', sequencename, data_type from pg_sequences where schemaname = 'public'`,
  `select 'migration', name from kysely_migration`,
]

/** The parts of the schemas, of a new site on either engine, that only one of the builds has. */
export async function schema({ builds }) {
  const built = builds()
  const sqlite = await withServers(built, {}, ({ dataDir }) => dumpSqlite(path.join(dataDir, 'exchange.sqlite')))
  const { engines, siteSettings } = await startBenchEngines()
  try {
    const postgres = await withServers(built, siteSettings, ({ env }) => dumpPostgres(env.DATABASE_URL))
    return [...differencesOf('SQLite', sqlite), ...differencesOf('PostgreSQL', postgres)]
  } finally {
    await engines[Symbol.asyncDispose]()
  }
}

function dumpSqlite(file) {
  const database = new SQLite(file, { readonly: true })
  try {
    const parts = database.prepare('select type, name, sql from sqlite_schema').raw().all()
    return [...parts, ...database.prepare("select 'migration', name from kysely_migration").raw().all()].map(String)
  } finally {
    database.close()
  }
}

async function dumpPostgres(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const parts = []
    for (const text of ofPostgres) parts.push(...(await client.query({ text, rowMode: 'array' })).rows)
    return parts.map(String)
  } finally {
    await client.end()
  }
}

function differencesOf(engine, [before, after]) {
  if (before.length === 0) throw new Error(`The schema of ${engine} is empty.`)
  return [
    ...before.filter((part) => !after.includes(part)).map((part) => `${engine} has no longer: ${part}`),
    ...after.filter((part) => !before.includes(part)).map((part) => `${engine} has also: ${part}`),
  ]
}
