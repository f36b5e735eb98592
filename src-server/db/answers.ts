import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Whether the database can be read. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  return db.executeQuery(CompiledQuery.raw('select count(*) from sqlite_schema')).then(
    () => true,
    () => false,
  )
}
