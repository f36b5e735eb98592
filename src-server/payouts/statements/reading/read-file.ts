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

export function faultyFile(line: number, message: string, column = ''): ReadFile {
  return { lines: [], faults: [{ line, column, message }], leftOut: [], canExchangeDays: false }
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
