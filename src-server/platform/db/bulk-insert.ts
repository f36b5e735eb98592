import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'
import type { Schema } from './schema.ts'

/** Inserts rows with the same columns, as one JSON text: binding a parameter per value would take longer. */
export async function bulkInsert(tx: Tx, table: keyof Schema, rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const json = JSON.stringify(isPostgres(tx) ? rows : rows.map((row) => Object.values(row)))
  const values = sql.join(columns.map((_, at) => sql`value ->> ${sql.lit(at)}`))
  await (isPostgres(tx)
    ? sql`insert into ${sql.table(table)} (${names})
          select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
    : sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${json})`
  ).execute(tx)
}
