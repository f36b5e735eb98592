import { z } from 'zod'
import { unknownField } from './parts-schema.ts'
import { statementMessages } from './statement.ts'

const DAY_MS = 24 * 60 * 60_000

/** A day, or a moment in ISO 8601. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'Enter a day like 2026-11-30, or a date and time in ISO 8601 format.',
})

/** `to` as a day is the whole day, as a moment it is exclusive. */
const exportRange = { from: moment.optional(), to: moment.optional() }

type Given = { from?: string | undefined; to?: string | undefined }
/** `from` is inclusive, `to` exclusive. */
export type ExportRange = { from: string; to: string }

/** The moments of a range in UTC; what is absent is open. */
export function momentsOf({ from, to }: Given): ExportRange {
  const start = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + (to.length === 10 ? DAY_MS : 0)
  return {
    from: Number.isFinite(start) ? new Date(start).toISOString() : '0000-01-01T00:00:00.000Z',
    to: Number.isFinite(end) ? new Date(end).toISOString() : '9999-12-31T23:59:59.999Z',
  }
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
