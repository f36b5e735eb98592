import { day, dayStart } from '#client/lib/day-start.ts'
import { oneOf, searchParams, text, wholeNumber } from '#client/lib/search-params.ts'
import { auditActions, customerSignIns } from '#shared/audit.ts'

/** Search parameters of the audit log: filters and page start. Days are 'YYYY-MM-DD', both inclusive. */
export const readAuditSearch = searchParams({
  person: text(254),
  action: oneOf(Object.keys(auditActions)),
  object: text(100),
  from: day,
  until: day,
  signIns: oneOf(['yes']),
  before: wholeNumber(1),
})
export type AuditSearch = ReturnType<typeof readAuditSearch>

/** As input of the API: local days become ISO timestamps. Leaves out customer sign-ins unless requested. */
export function auditFilter({ person, action, object, from, until, signIns, before }: AuditSearch) {
  const isWhole = signIns === 'yes' || customerSignIns.includes(action ?? '')
  return {
    ...(!isWhole && { withoutSignIns: true }),
    ...(person && { person }),
    ...(action && { action }),
    ...(object && { objectId: object }),
    ...(from && { from: dayStart(from)?.toISOString() }),
    ...(until && { until: dayStart(until, 1)?.toISOString() }),
    ...(before && { before }),
  }
}
