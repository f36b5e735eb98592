import { type Actor, auditNow } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'

/** Audits a call that its signed-in caller has no permission for, once a minute for each person and call. */
export async function auditDeniedCall(ctx: CallContext, person: Actor, call: string) {
  if (!(await ctx.app.auditThrottles.refusals.passes(`refused ${call} ${person.apiToken?.id ?? person.id}`))) return
  await auditNow(ctx, person, 'call.refused', person.id, call)
}
