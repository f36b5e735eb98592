import { dayOf, dayStart } from '#client/lib/day-start.ts'
import { type InsiderFigure, insiderFigures, insiderMessages, MAX_REPORT_DAYS } from '#shared/insider-report.ts'
import type { InsiderReportInput } from '#shared/insider-report-schema.ts'

const DEFAULT_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** Search parameters of the report: its days, both inclusive, and the list that is open. */
export type ReportSearch = {
  /** 'YYYY-MM-DD' */
  from?: string
  to?: string
  /** Whose list is open. */
  member?: string
  figure?: InsiderFigure
  page?: number
}

/** Reads the search parameters and drops invalid ones. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const day = (value: unknown) => (typeof value === 'string' && dayStart(value) ? value : undefined)
  const [from, to] = [day(raw.from), day(raw.to)]
  const figure = insiderFigures.find((each) => each === raw.figure)
  const page = Number(raw.page)
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(typeof raw.member === 'string' && figure && { member: raw.member.slice(0, 100), figure }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  }
}

/** The days of the report: by default the last 30. */
export function reportDays({ from, to }: ReportSearch, now: number): { from: string; to: string } {
  const last = to ?? dayOf(new Date(now))
  const first = from ?? dayOf(dayStart(last, 1 - DEFAULT_DAYS) ?? new Date(now))
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
