import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/** The stored time of `column` plus this many minutes, as a stored time (ISO 8601 UTC text). */
export function plusMinutes(db: Db, column: string, minutes: number) {
  const time = sql.ref(column)
  return isPostgres(db)
    ? sql<string>`to_char((${time}::timestamptz + make_interval(mins => ${minutes})) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${`+${minutes} minutes`})`
}
