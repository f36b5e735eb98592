import { MAX_REPORT_MONTHS, monthAfter, monthsBetween, REPORT_MONTHS, reportMessages } from '#shared/report.ts'
import { type Clock, timestamp } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'

/** Months like '2026-11' (UTC), both inclusive. */
export type ReportRange = { from: string; to: string }

/** A missing end is the present month; a missing start makes the range 12 months. */
export function rangeOf(
  clock: Pick<Clock, 'now'>,
  given: { from?: string | undefined; to?: string | undefined },
): ReportRange {
  const present = timestamp(clock).slice(0, 7)
  const to = given.to ?? (given.from !== undefined && given.from > present ? given.from : present)
  const from = given.from ?? monthAfter(to, 1 - REPORT_MONTHS)
  if (from > to) throw new AppError('bad_request', reportMessages.backwards, { field: 'from' })
  if (monthsBetween(from, to).length > MAX_REPORT_MONTHS)
    throw new AppError('bad_request', reportMessages.tooLong, { field: 'from' })
  return { from, to }
}
