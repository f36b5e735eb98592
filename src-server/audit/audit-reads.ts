import type { AppContext } from '../context.ts'
import type { AuditEntry } from './audit-queries.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Writes to the audit log that staff read something of a customer, once an hour for each of them (or their API token),
 * action and object: pages ask again and again. The entry is on disk when the promise resolves.
 */
export async function auditRead(ctx: AppContext, entry: Omit<AuditEntry, 'detail'>): Promise<void> {
  const { actorId, action, objectId } = entry
  const key = `${action} ${ctx.apiToken?.id ?? actorId} ${objectId}`
  if (!ctx.readAuditThrottle.passes(key)) return
  try {
    await writeEntry(ctx, { ...entry, detail: '' })
  } catch (error) {
    ctx.readAuditThrottle.forget(key)
    throw error
  }
}
