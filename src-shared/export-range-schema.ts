import { z } from 'zod'
import { dayStart, plusDays } from './business-day.ts'
import { unknownField } from './parts-schema.ts'
import { statementMessages } from './statement.ts'

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'Enter a day like 2026-11-30, or a date and time in ISO 8601 format.',
})

/** `to` as a day is the whole day, as a moment it is exclusive. */
const exportRange = { from: moment.optional(), to: moment.optional() }

type Given = { from?: string | undefined; to?: string | undefined }
/** `from` is inclusive, `to` exclusive. */
type ExportRange = { from: string; to: string }

/** An end of a range: what is before it has a smaller value of this column. */
export type RangeEnd = { column: 'day' | 'at'; value: string }

/** The ends of a range: a day is compared with business days, a moment with the time of the posting. */
export function rangeEnds({ from = '1970-01-01', to }: Given): { from: RangeEnd; to: RangeEnd } {
  const end = (given: string, later: number): RangeEnd =>
    given.length === 10
      ? { column: 'day', value: plusDays(given, later) }
      : { column: 'at', value: new Date(given).toISOString() }
  return { from: end(from, 0), to: to === undefined ? end('9999-12-31', 0) : end(to, 1) }
}

/** The moments of a range whose days are of this time zone; what is absent is open. */
export function momentsOf(given: Given, timeZone = 'UTC'): ExportRange {
  const { from, to } = rangeEnds(given)
  const moment = ({ column, value }: RangeEnd) => (column === 'at' ? value : dayStart(timeZone, value))
  return { from: moment(from), to: moment(to) }
}

const isForward = (given: Given) => {
  const { from, to } = momentsOf(given)
  return from < to
}
const backwards = { error: statementMessages.backwards, path: ['from'] }

const account = z.string({ error: 'An account is a text.' }).max(100, 'This name is too long.').optional()
export const ledgerExportInput = z.object({ account, ...exportRange }).refine(isForward, backwards)
export type LedgerExportInput = z.infer<typeof ledgerExportInput>

/** Unknown names are refused: a misspelt limit would export everything. */
export const payoutExportInput = z.strictObject(exportRange, { error: unknownField() }).refine(isForward, backwards)
export type PayoutExportInput = z.infer<typeof payoutExportInput>
