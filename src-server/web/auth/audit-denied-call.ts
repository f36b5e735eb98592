import { type Actor, auditNow } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'

/** Audits a call that its signed-in caller has no permission for, once a minute for each person and call. */
export async function auditDeniedCall(app: AppContext, person: Actor, call: string): Promise<void> {
  if (!(await app.deniedCallThrottle.passes(`refused ${call} ${person.apiToken?.id ?? person.id}`))) return
  await auditNow(app, person, 'call.refused', person.id, call)
}
