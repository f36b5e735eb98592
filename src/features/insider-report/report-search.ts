import { day, dayOf, dayStart } from '#client/lib/day-start.ts'
import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { plusDays } from '#shared/business-day.ts'
import { insiderFigures, insiderMessages, MAX_REPORT_DAYS } from '#shared/insider-report.ts'
import type { InsiderReportInput } from '#shared/insider-report-schema.ts'

const DEFAULT_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

const read = searchParams({
  /** 'YYYY-MM-DD' */
  from: day,
  to: day,
  member: text(100),
  figure: oneOf(insiderFigures),
  page: pageNumber,
})
export type ReportSearch = ReturnType<typeof read>

/** Reads the parameters of the URL. A list is open for a member and a figure only. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const { member, figure, ...search } = read(raw)
  return { ...search, ...(member && figure ? { member, figure } : { member: undefined, figure: undefined }) }
}

/** The days of the report: by default the last 30. */
export function reportDays({ from, to }: ReportSearch, now: number) {
  const last = to ?? dayOf(new Date(now))
  const first = from ?? plusDays(last, 1 - DEFAULT_DAYS)
  return { from: first, to: last }
}

/** The days as input of the API, or what is wrong with them. */
export function reportPeriod(days: { from: string; to: string }): InsiderReportInput | { problem: string } {
  const [start, end] = [dayStart(days.from), dayStart(days.to, 1)]
  if (!start || !end || start >= end) return { problem: insiderMessages.backwards }
  if (Math.round((end.getTime() - start.getTime()) / DAY_MS) > MAX_REPORT_DAYS)
    return { problem: insiderMessages.tooLong }
  return { from: start.toISOString(), to: end.toISOString() }
}
