import { oneOf, type Reader, searchParams } from '#client/lib/search-params.ts'
import {
  businessDimensions,
  lossDimensions,
  MAX_REPORT_MONTHS,
  monthAfter,
  monthsBetween,
  REPORT_MONTHS,
} from '#shared/report.ts'

export const reportShows = ['business', 'losses'] as const
export type ReportShow = (typeof reportShows)[number]

const month: Reader<string> = (raw) =>
  typeof raw === 'string' && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(raw) ? raw : undefined

/** The parameters of the URL: the report, by what it has lines, and its months like '2026-11', both inclusive. */
export const readReportSearch = searchParams({
  show: oneOf(reportShows, 'business'),
  by: oneOf([...businessDimensions, ...lossDimensions]),
  from: month,
  to: month,
})
export type ReportSearch = ReturnType<typeof readReportSearch>

export type Months = { from: string; to: string }

/** The months of the report: by default the last 12. A range that the server would refuse is the default one. */
export function monthsOf({ from, to }: ReportSearch, present: string): Months {
  const last = to ?? present
  const first = from ?? monthAfter(last, 1 - REPORT_MONTHS)
  if (first > last || monthAfter(first, MAX_REPORT_MONTHS) <= last)
    return { from: monthAfter(present, 1 - REPORT_MONTHS), to: present }
  return { from: first, to: last }
}

/** The months to choose from: those of the last years, and the chosen ones. The newest comes first. */
export function choosableMonths({ from, to }: Months, present: string) {
  const first = [monthAfter(present, 1 - 5 * REPORT_MONTHS), from].sort()[0] ?? from
  const last = [present, to].sort().at(-1) ?? to
  return monthsBetween(first, last).toReversed()
}

/** The range with another first or last month; the other one follows where it would be reversed. */
export function withMonth(months: Months, change: Partial<Months>): Months {
  const next = { ...months, ...change }
  if (next.from <= next.to) return next
  return change.from === undefined ? { from: next.to, to: next.to } : { from: next.from, to: next.from }
}
