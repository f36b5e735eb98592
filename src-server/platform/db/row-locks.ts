import type { Db } from './database.ts'

type Lockable<Query> = { forNoKeyUpdate(): Query }

/**
 * For `$call` in queries by key: a transaction locks the rows it decides about until its end, a plain read locks none.
 * New rows may still refer to a locked one.
 */
export function lockedIn(db: Db): <Query extends Lockable<Query>>(query: Query) => Query {
  return (query) => (db.isTransaction ? query.forNoKeyUpdate() : query)
}
