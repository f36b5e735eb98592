import { PostgresAdapter, type QueryExecutor } from 'kysely'

/** Whether this database, or the database of this transaction, is PostgreSQL; otherwise it is SQLite. */
export function isPostgres(db: { getExecutor(): QueryExecutor }): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
