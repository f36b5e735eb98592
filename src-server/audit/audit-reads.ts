import type { AppContext } from '../context.ts'
import type { AuditEntry } from './audit-queries.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Audits that staff read customer data. The entry is committed when the promise resolves. Pages poll, so there is at
 * most one entry per hour for each staff member or API token, action and object.
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
