import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { type AuditEntry, insertAuditEntry } from './audit-queries.ts'

/** Writes an entry that is all there is to write; it is on disk when the promise resolves. */
export async function writeEntry(ctx: AppContext, entry: AuditEntry): Promise<void> {
  await inTransaction(ctx, (tx) => insertAuditEntry({ ...ctx, db: tx }, entry))
}
