import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Whether the database can be read. */
export async function pingDatabase(db: Db): Promise<boolean> {
  return sql`select count(*) from sqlite_schema`.execute(db).then(
    () => true,
    () => false,
  )
}
