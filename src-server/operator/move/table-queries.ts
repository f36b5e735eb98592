import { type RawBuilder, sql } from 'kysely'
import type { Db, ServerDb } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type Row = Readonly<Record<string, unknown>>
/** A table, the columns by which its rows are read and found, and those that the database computes. */
export type Table = { name: keyof Schema; key: readonly string[]; computed: readonly string[] }

/** Tables that are not read by their primary key. No balance was below zero in the sequence of the transfers. */
const otherKeys: Partial<Record<keyof Schema, readonly string[]>> = { ledger_transfers: ['sequence'] }

/** How `pragma table_xinfo` marks computed columns: virtual and stored ones. */
const COMPUTED = [2, 3]

export async function describeTable(db: Db, name: keyof Schema): Promise<Table> {
  const { rows } = await sql<{ name: string; pk: number; hidden: number }>`
    select name, pk, hidden from pragma_table_xinfo(${name}) order by pk`.execute(db)
  const namesOf = (columns: typeof rows) => columns.map((column) => column.name)
  return {
    name,
    key: otherKeys[name] ?? namesOf(rows.filter(({ pk }) => pk > 0)),
    computed: namesOf(rows.filter(({ hidden }) => COMPUTED.includes(hidden))),
  }
}

/** Names of all tables and views except those of the migrations. */
export async function listTableNames(db: ServerDb) {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

/** All rows of a table by its key, in batches of this size. */
export async function* rowBatches(db: Db, { name, key }: Table, size: number): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; ) {
    const rest: RawBuilder<unknown> = after ? sql`where (${columns(key)}) > (${values(key, after)})` : sql``
    const all = sql<Row>`select * from ${sql.table(name)} ${rest} order by ${columns(key)} limit ${size}`
    const { rows } = await all.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}

export async function findRows(db: Db, { name, key }: Table, wanted: readonly Row[]) {
  if (wanted.length === 0) return []
  const keys = sql.join(wanted.map((row) => sql`(${values(key, row)})`))
  return (await sql<Row>`select * from ${sql.table(name)} where (${columns(key)}) in (values ${keys})`.execute(db)).rows
}

/** The id of a submission that PostgreSQL's search index describes otherwise than the submission itself. */
export async function findWronglyIndexed(db: Db) {
  const { rows } = await sql<{ id: string }>`select s.id from submissions s
    left join submission_numbers n on n.submission_id = s.id
    where n.submission_id is null or n.text <> searched_text(s) limit 1`.execute(db)
  return rows[0]?.id
}

/** Collects PostgreSQL's statistics, without which it plans queries of new rows badly. */
export async function analyze(db: ServerDb) {
  await sql`analyze`.execute(db)
}

const columns = (key: readonly string[]) => sql.join(key.map((name) => sql.ref(name)))
/** PostgreSQL reads parameters in a list of keys as text, so numbers are written into the query. */
const values = (key: readonly string[], row: Row) =>
  sql.join(key.map((name) => (typeof row[name] === 'number' ? sql.lit(row[name]) : row[name])))
