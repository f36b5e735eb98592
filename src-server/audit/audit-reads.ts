import type { CallContext } from '../context.ts'
import { type Actor, auditNow } from './audit-queries.ts'

/** Commits an entry that staff read customer data: at most one an hour per reader, action and object, as pages poll. */
export async function auditRead(
  ctx: CallContext,
  actor: Actor,
  action: 'users.read' | 'orders.read' | 'report.read',
  objectId: string,
) {
  const key = `${action} ${actor.apiToken?.id ?? actor.id} ${objectId}`
  if (!(await ctx.app.auditThrottles.reads.passes(key))) return
  try {
    await auditNow(ctx, actor, action, objectId)
  } catch (error) {
    await ctx.app.auditThrottles.reads.forget(key)
    throw error
  }
}
