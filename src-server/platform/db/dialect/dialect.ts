import { PostgresAdapter, type QueryExecutor } from 'kysely'

export function isPostgres(db: { getExecutor(): QueryExecutor }) {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
