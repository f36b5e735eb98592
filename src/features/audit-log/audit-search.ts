import { dayStart } from '#client/lib/day-start.ts'
import { auditActions, customerSignIns } from '#shared/audit.ts'

/** Search parameters of the audit log: filters and page start. Days are 'YYYY-MM-DD', both inclusive. */
export type AuditSearch = {
  person?: string
  action?: string
  object?: string
  from?: string
  until?: string
  /** 'yes' includes customer sign-ins and sign-outs. */
  signIns?: string
  before?: number
}

/** Reads the search parameters and drops invalid ones. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const day = (value: unknown) => (dayStart(text(value)) ? text(value) : '')
  const action = text(raw.action)
  const before = Number(raw.before)
  const read = {
    person: text(raw.person).slice(0, 254),
    action: Object.hasOwn(auditActions, action) ? action : '',
    object: text(raw.object).slice(0, 100),
    from: day(raw.from),
    until: day(raw.until),
    signIns: raw.signIns === 'yes' ? 'yes' : '',
  }
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''))
  return { ...given, ...(Number.isSafeInteger(before) && before > 0 && { before }) }
}

/**
 * The search as input of the API. Leaves out customer sign-ins unless requested. Converts local days to ISO timestamps;
 * `until` is the end of its day.
 */
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
