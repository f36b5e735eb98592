import { STATEMENT_MAX_LINES } from '#shared/statement.ts'
import type { ImportedStatement } from '#shared/statement-schema.ts'

export type Fault = ImportedStatement['faults'][number]

/** A line of a file, where it begins there, counted from 1. Money that left the account is negative. */
export type ReadLine = {
  line: number
  bookedOn: string
  amountCents: number
  feeCents: number
  balanceCents: number | null
  reference: string
  description: string
}

/** What a file has, in its order. With a fault there are no lines. `leftOut` are lines that are no bookings. */
export type ReadFile = {
  lines: ReadLine[]
  faults: Fault[]
  leftOut: { line: number; reason: string }[]
  /** Day and month can be each other in every line. */
  canExchangeDays: boolean
}

export const REFERENCE_LENGTH = 200
export const DESCRIPTION_LENGTH = 500

export const emptyFile = (): ReadFile => ({ lines: [], faults: [], leftOut: [], canExchangeDays: false })

export function faultyFile(line: number, message: string, column = ''): ReadFile {
  return { ...emptyFile(), faults: [{ line, column, message }] }
}

export const tooLong = (lines: number) =>
  `The file has ${lines} lines, more than ${STATEMENT_MAX_LINES.toLocaleString('en-US')}. Export fewer days.`

/** The text of a line of its parts, those that are there. */
export const joinedText = (parts: readonly string[]) =>
  parts
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, DESCRIPTION_LENGTH)

export const tooLate = (day: string) => `${day} is later than tomorrow. Check how dates are written.`

const instead = 'Export the statement as CSV, or as OFX (also called QFX, Quicken or Money).'
const workbookOf = (kind: string) =>
  `This is a workbook (${kind}). Save it as CSV in its program, and import that file.`

const starts: readonly [string, string][] = [
  ['%PDF-', `This is a PDF. ${instead}`],
  ['PK\u0003\u0004', workbookOf('XLSX')],
  ['\u00d0\u00cf\u0011\u00e0', workbookOf('XLS')],
]

const patterns: readonly [RegExp, string][] = [
  [/^\s*<[\s\S]{0,2000}(iso:20022|camt\.05)/, `This is a CAMT file (ISO 20022). ${instead}`],
  [/^\s*(\{1:|:20:)/, `This is an MT940 file. ${instead}`],
  [/^\s*!(Type|Account)/i, `This is a QIF file. ${instead}`],
  [/^\s*<(!doctype html|html|table|\?xml)/i, `This is a page or another kind of XML. ${instead}`],
]

/** What to export instead of a file that is neither CSV nor OFX; undefined for one that may be either. */
export function otherKind(text: string): string | undefined {
  if (isOfx(text)) return undefined
  const top = text.slice(0, 4_000).replace(/^\ufeff/, '')
  const found = starts.find(([start]) => top.startsWith(start)) ?? patterns.find(([pattern]) => pattern.test(top))
  return found?.[1] ?? (top.includes('\u0000') ? `This is no text file. ${instead}` : undefined)
}

/** Whether a file is OFX or QFX, as SGML or XML. */
export const isOfx = (text: string) => /<OFX>/i.test(text.slice(0, 4_000))
