import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { type AuditEntry, insertAuditEntry } from './audit-queries.ts'

/** Writes an audit entry in a transaction of its own; it is committed when the promise resolves. */
export async function writeEntry(ctx: AppContext, entry: AuditEntry): Promise<void> {
  await inTransaction(ctx, (tx) => insertAuditEntry({ ...ctx, db: tx }, entry))
}
