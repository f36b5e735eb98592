// What a database and its files contain.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'

const POLL_MS = 500
/** PostgreSQL reports the transactions of a connection this late. */
const STATISTICS_MS = 2_000

const waitingMails = 'select count(*) as count from mail_outbox where due_at is not null'

/** Rows of each table, bytes of each table and index, and files, when all e-mails are sent. */
export async function sizesOnSqlite(dataDir) {
  const database = new SQLite(path.join(dataDir, 'exchange.sqlite'), { readonly: true })
  try {
    const waiting = database.prepare(waitingMails).pluck()
    await until(() => waiting.get() === 0)
    const names = database
      .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name")
      .pluck()
      .all()
    const rows = names.map((name) => [name, database.prepare(`select count(*) from "${name}"`).pluck().get()])
    const bytes = database.prepare('select name, sum(pgsize) from dbstat group by name').raw().all()
    const folder = path.join(dataDir, 'files')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return {
      rows: Object.fromEntries(rows),
      bytes: Object.fromEntries(bytes),
      files: files.length,
      fileBytes: files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0),
    }
  } finally {
    database.close()
  }
}

/**
 * Bytes of each table and index without dead rows, transactions, and bytes of the log before and
 * after this reading, which writes to it; when all e-mails are sent.
 */
export async function sizesOnPostgres(url) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    await until(async () => Number((await database.query(waitingMails)).rows[0].count) === 0)
    await new Promise((resolve) => setTimeout(resolve, STATISTICS_MS))
    // Before the vacuum, which writes to the log too.
    const { rows: activity } = await database.query(
      `select pg_current_wal_lsn() - '0/0'::pg_lsn as log, xact_commit as transactions
        from pg_stat_database where datname = current_database()`,
    )
    await database.query('vacuum full')
    const { rows: vacuumed } = await database.query("select pg_current_wal_lsn() - '0/0'::pg_lsn as log")
    const { rows } = await database.query(
      `select relname as name, pg_table_size(oid) as bytes from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
    )
    return {
      bytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
      log: Number(activity[0].log),
      vacuumed: Number(vacuumed[0].log),
      transactions: Number(activity[0].transactions),
    }
  } finally {
    await database.end()
  }
}

async function until(isTrue) {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
