import { auditActions, customerSignIns } from '#shared/audit.ts'

/** What the address says of the audit log: its filters, and where the page begins. Days are 'YYYY-MM-DD', both included. */
export type AuditSearch = {
  person?: string
  action?: string
  object?: string
  from?: string
  until?: string
  /** 'yes': customers signing in and out are listed as well. */
  signIns?: string
  before?: number
}

/** Reads the address; what cannot be a filter is left out. */
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

/** The same as the server asks for it: customers signing in only when they are asked for, days of the reader's time zone as moments, the last one to its end. */
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

function dayStart(day: string, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const start = new Date(year, month - 1, date + later)
  return start.getFullYear() > 1970 && start.getFullYear() < 9999 ? start : undefined
}
