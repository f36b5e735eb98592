import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

export async function pingDatabase(db: Db) {
  // SQLite answers a constant without reading the file.
  const query = isPostgres(db) ? sql`select 1` : sql`select count(*) from sqlite_schema`
  return query.execute(db).then(
    () => true,
    () => false,
  )
}
