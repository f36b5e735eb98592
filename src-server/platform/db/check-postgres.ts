import { sql } from 'kysely'
import type { ServerDb } from './database.ts'

type Found = { encoding: string; provider: string; collation: string }

/** Checks that PostgreSQL compares texts as bytes, like SQLite: times and ids are ordered by it. */
export async function assertByteOrder(db: ServerDb) {
  const { rows } = await sql<Found>`
    select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datcollate as collation
    from pg_database where datname = current_database()`.execute(db)
  const { encoding, provider, collation } = rows[0] ?? { encoding: '', provider: '', collation: '' }
  // 'b' is PostgreSQL's own provider, 'c' the one of the system.
  const isByteOrder = provider === 'b' || (provider === 'c' && /^(C|POSIX)(\.utf-?8)?$/i.test(collation))
  if (encoding === 'UTF8' && isByteOrder) return
  throw new Error(
    `The PostgreSQL database has the encoding ${encoding} and the collation ${collation}, which is not byte order. ` +
      "Create it with: create database ... template template0 encoding 'UTF8' locale 'C.UTF-8'",
  )
}
