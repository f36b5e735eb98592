import type { Db } from './database.ts'

type Lockable<Query> = { forNoKeyUpdate(): Query }

/** For `$call` in queries by key: a transaction locks the rows, to which new rows may still refer. */
export function lockedIn(db: Db): <Query extends Lockable<Query>>(query: Query) => Query {
  return (query) => (db.isTransaction ? query.forNoKeyUpdate() : query)
}
