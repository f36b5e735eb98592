import { auditNow } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'

/** Audits a call that its signed-in caller has no permission for, once a minute for each person and call. */
export async function auditDeniedCall(
  app: AppContext,
  { personId, call, ip }: { personId: string; call: string; ip: string },
): Promise<void> {
  if (!(await app.deniedCallThrottle.passes(`refused ${call} ${app.apiToken?.id ?? personId}`))) return
  await auditNow(app, { id: personId, ip }, 'call.refused', personId, call)
}
