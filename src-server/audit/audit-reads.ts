import type { CallContext } from '../context.ts'
import { type Actor, auditNow } from './audit-queries.ts'

/**
 * Audits that staff read customer data. The entry is committed when the promise resolves. Pages poll, so there is at
 * most one entry per hour for each staff member or API token, action and object.
 */
export async function auditRead(
  ctx: CallContext,
  actor: Actor,
  action: 'users.read' | 'orders.read' | 'report.read',
  objectId: string,
): Promise<void> {
  const key = `${action} ${actor.apiToken?.id ?? actor.id} ${objectId}`
  if (!(await ctx.app.auditThrottles.reads.passes(key))) return
  try {
    await auditNow(ctx, actor, action, objectId)
  } catch (error) {
    await ctx.app.auditThrottles.reads.forget(key)
    throw error
  }
}
