import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import type { AuditLogTable } from '../platform/db/operations-tables.ts'

type Head = Pick<AuditLogTable, 'sequence' | 'hash'>

/** Returns the newest chained entry, and locks the chain until the end of the transaction. */
export async function lockHead(tx: Tx) {
  const row = isPostgres(tx)
    ? (await sql<Head>`select * from lock_audit_head()`.execute(tx)).rows[0]
    : await findHead(tx)
  return row && { sequence: row.sequence ?? 0, hash: row.hash ?? '' }
}

async function findHead(db: Db) {
  return db
    .selectFrom('audit_log')
    .select(['sequence', 'hash'])
    .where('sequence', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the time of the newest entry, by number, that is not after `before`; undefined if there is none. */
export async function findNewestEntryTime(db: Db, before: string) {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .where('sequence', 'is not', null)
    // By an expression: for the plain column the planner might sort all entries before.
    .where(sql<SqlBool>`at || '' <= ${before}`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

export async function listEntriesAfter(db: Db, sequence: number, limit: number): Promise<AuditLogTable[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export async function listUnchained(db: Db, limit: number): Promise<AuditLogTable[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where((where) => where.or([where('sequence', 'is', null), where('sequence', '<', 1), where('hash', 'is', null)]))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
