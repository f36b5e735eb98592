import { createHash } from 'node:crypto'
import { isDay } from '#shared/business-day.ts'
import { type DateFormat, STATEMENT_MAX_LINES } from '#shared/statement.ts'
import type { FileColumns, ImportedStatement, StatementFormat } from '#shared/statement-schema.ts'
import { type CsvRow, parseCsv } from '../../platform/parse-csv.ts'

type Fault = ImportedStatement['faults'][number]

/** A line of a file. Money that left the account is negative. */
type ReadLine = {
  bookedOn: string
  amountCents: number
  feeCents: number
  balanceCents: number | null
  reference: string
  description: string
}

const CELL_MAX_LENGTH = 1_000
const MAX_COLUMNS = 100
const REFERENCE_LENGTH = 200
const DESCRIPTION_LENGTH = 500
/** Banks write the name of the account and a summary above the header. */
const HEADER_WITHIN = 30

function columnsOf(format: StatementFormat) {
  const { dateFormat, decimal, ...columns } = format
  return Object.values(columns).filter((name) => name !== undefined)
}

/** The header of a file with its first lines: the first of its rows with the most cells. */
export async function readFileColumns(csv: string): Promise<FileColumns> {
  const { rows } = await parseRows(csv)
  const top = rows.slice(0, HEADER_WITHIN)
  const width = Math.max(0, ...top.map(filledCells))
  const at = top.findIndex((row) => filledCells(row) === width)
  const columns = (top[at]?.cells ?? []).slice(0, MAX_COLUMNS).map((cell) => cell.trim().slice(0, 200))
  const shown = rows.slice(at + 1, at + 4).map(({ cells }) => columns.map((_, index) => shortened(cells[index])))
  return { columns, rows: at < 0 ? [] : shown }
}

const filledCells = ({ cells }: CsvRow) => cells.filter((cell) => cell.trim() !== '').length
const shortened = (cell = '') => cell.trim().slice(0, 80)

/** Reads a statement in the order of the file; with a fault there are no lines. */
export async function readStatement(
  csv: string,
  format: StatementFormat,
): Promise<{ lines: ReadLine[]; faults: Fault[] }> {
  const { rows, unclosedAt } = await parseRows(csv)
  const fileFault = (line: number, message: string, column = '') => ({
    lines: [],
    faults: [{ line, column, message }],
  })
  if (unclosedAt !== undefined) return fileFault(unclosedAt, 'A quote begins here and does not end.')
  const needed = columnsOf(format)
  const at = rows
    .slice(0, HEADER_WITHIN)
    .findIndex(({ cells }) => needed.every((name) => namesOf(cells).includes(name)))
  if (at < 0) return lackingHeader(rows, needed)
  const { cells: header, line } = rows[at] as CsvRow
  if (header.length > MAX_COLUMNS) return fileFault(line, `The header has ${header.length} columns.`)
  const body = rows.slice(at + 1)
  if (body.length === 0) return fileFault(line, 'The file has no lines.')
  if (body.length > STATEMENT_MAX_LINES)
    return fileFault(line, `The file has ${body.length} lines, more than 5,000. Export fewer days.`)
  const names = namesOf(header)
  const faults: Fault[] = []
  const lines = body.map((row) => readLine(row, names, format, faults))
  return faults.length > 0 ? { lines: [], faults } : { lines, faults }
}

const namesOf = (cells: readonly string[]) => cells.map((cell) => cell.trim())

/** The separator is the character that the first lines have most. */
function parseRows(csv: string) {
  const top = csv.slice(0, 4_000)
  const [separator = ','] = [',', ';', '\t'].toSorted((one, other) => top.split(other).length - top.split(one).length)
  return parseCsv(csv, separator)
}

function lackingHeader(rows: readonly CsvRow[], needed: readonly string[]): { lines: []; faults: Fault[] } {
  const best = rows
    .slice(0, HEADER_WITHIN)
    .map(({ cells, line }) => ({ line, lacking: needed.filter((name) => !namesOf(cells).includes(name)) }))
    .toSorted((one, other) => one.lacking.length - other.lacking.length)[0]
  const { line, lacking } = best ?? { line: 1, lacking: needed }
  return {
    lines: [],
    faults: lacking.map((column) => ({ line, column, message: `The file has no column '${column}'.` })),
  }
}

function readLine(
  { line, cells }: CsvRow,
  names: readonly string[],
  format: StatementFormat,
  faults: Fault[],
): ReadLine {
  const fail = (column: string, message: string) => faults.push({ line, column, message })
  const cellOf = (column: string | undefined) => (column === undefined ? '' : plain(cells[names.indexOf(column)] ?? ''))
  const nothing = { bookedOn: '', amountCents: 0, feeCents: 0, balanceCents: null, reference: '', description: '' }
  if (cells.length > names.length + 1 || cells.some((cell) => cell.length > CELL_MAX_LENGTH)) {
    fail('', `This line has ${cells.length} fields and the header ${names.length}, or one of them is too long.`)
    return nothing
  }
  const checked = <Value>(column: string | undefined, read: Read<Value>, or: Value): Value => {
    if ('value' in read) return read.value
    fail(column ?? '', read.fault)
    return or
  }
  const centsIn = (column: string | undefined) => checked(column, readCents(cellOf(column), format.decimal), null)
  const currency = cellOf(format.currency)
  if (format.currency !== undefined && currency !== 'USD')
    fail(format.currency, `This line is in '${currency.slice(0, 20)}'. Import lines in USD only.`)
  const [debit, credit] = [centsIn(format.debit), centsIn(format.credit)]
  const single = centsIn(format.amount)
  const amountCents = format.amount === undefined ? Math.abs(credit ?? 0) - Math.abs(debit ?? 0) : (single ?? 0)
  const amountColumn = format.amount ?? format.debit ?? ''
  const isEmpty = format.amount === undefined ? debit === null && credit === null : cellOf(format.amount) === ''
  if (isEmpty) fail(amountColumn, 'The amount is empty.')
  return {
    bookedOn: checked(format.date, readDay(cellOf(format.date), format.dateFormat), ''),
    amountCents,
    feeCents: signedFee(centsIn(format.fee) ?? 0, amountCents),
    balanceCents: centsIn(format.balance),
    reference: cellOf(format.reference).slice(0, REFERENCE_LENGTH),
    description: [cellOf(format.description), cellOf(format.details)]
      .filter((text) => text !== '')
      .join(' · ')
      .slice(0, DESCRIPTION_LENGTH),
  }
}

/** Without control characters and halves of pairs, which no database stores. */
const plain = (cell: string) => cell.replace(/[\p{Cc}\p{Cs}\u202e]+/gu, ' ').trim()

/** A fee of a payment leaves the account, with or without a sign in the file. */
function signedFee(feeCents: number, amountCents: number) {
  return feeCents > 0 && amountCents < 0 ? -feeCents : feeCents
}

export type KeyedLine = ReadLine & { key: string }

/**
 * The lines with their keys, oldest first: banks list them in either order. Without a reference the text of a line is
 * part of its key. Equal lines of a file differ by their number, counted from the oldest. `startCents` is the
 * last balance that is known.
 */
export function keyedLines(lines: readonly ReadLine[], startCents: number): KeyedLine[] {
  const seen = new Map<string, number>()
  return oldestFirst(lines, startCents).map((line) => {
    const { bookedOn, amountCents, feeCents, reference, description } = line
    const what = JSON.stringify([bookedOn, amountCents, feeCents, (reference || description).toLowerCase()])
    const count = (seen.get(what) ?? 0) + 1
    seen.set(what, count)
    return { ...line, key: createHash('sha256').update(`${what} ${count}`).digest('base64url').slice(0, 22) }
  })
}

function oldestFirst(lines: readonly ReadLine[], startCents: number): readonly ReadLine[] {
  const [first, last] = [lines[0]?.bookedOn ?? '', lines.at(-1)?.bookedOn ?? '']
  const isNewestFirst =
    first === last ? chained(lines, startCents) < chained(lines.toReversed(), startCents) : first > last
  const ordered = isNewestFirst ? lines.toReversed() : lines
  return ordered.toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0))
}

/** The number of lines whose balance follows from the line before. */
function chained(lines: readonly ReadLine[], startCents: number) {
  return lines.filter(({ amountCents, feeCents, balanceCents }, at) => {
    const before = at === 0 ? startCents : lines[at - 1]?.balanceCents
    return before != null && balanceCents !== null && before + amountCents + feeCents === balanceCents
  }).length
}

export type Read<Value> = { value: Value } | { fault: string }

const pointAmount = /^([+-]?)(\d{1,11}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/
const commaAmount = /^([+-]?)(\d{1,11}|\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{0,2}))?$/

const forms: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
}

/** A day of a statement as '2026-11-30'. A time of the day after it is ignored. */
function readDay(cell: string, format: DateFormat): Read<string> {
  const text = cell.trim()
  const parts = forms[format].exec(text.split(/[ T,]/)[0] ?? '')?.groups
  const fault = { fault: text === '' ? 'The date is empty.' : `'${text.slice(0, 40)}' is no date like ${format}.` }
  if (!parts) return fault
  const day = [parts.year, parts.month, parts.day].map((part = '') => part.padStart(2, '0')).join('-')
  return isDay(day) ? { value: day } : fault
}

/**
 * Cents of an amount such as '-1,234.50', '(12.00)', '$5', '12.00-' or '1.234,50'; null for an empty cell. An amount
 * with a third decimal is a fault.
 */
function readCents(cell: string, decimal: '.' | ','): Read<number | null> {
  const text = cell.trim()
  if (text === '') return { value: null }
  const bare = text
    .replace(/\u2212/g, '-')
    .replace(/[\s\u00a0$]|USD/g, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^([^-].*)-$/, '-$1')
  const match = (decimal === '.' ? pointAmount : commaAmount).exec(bare)
  if (!match) return { fault: `'${text.slice(0, 40)}' is no amount like 1${decimal === '.' ? ',234.50' : '.234,50'}.` }
  const [, sign, whole = '0', fraction = ''] = match
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  return { value: sign === '-' && cents !== 0 ? -cents : cents }
}
