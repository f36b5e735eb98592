import { type BrandState, brandStates } from '#shared/brand.ts'
import { type BrandCategory, brandCategories } from '#shared/brands.ts'
import type { ImportedRates } from '#shared/catalogue-schema.ts'
import { type CsvRow, parseCsv } from '../platform/parse-csv.ts'
import { type RateForm, type Read, rateFormOf, readDollars, readRate, textOf } from './rate-cells.ts'
import { type RateColumn, rateColumns, requiredColumns } from './rate-columns.ts'

export type Fault = ImportedRates['faults'][number]
/** A band of a brand; undefined was an empty cell or has no column. */
export type RateLine = {
  line: number
  fromCents: number
  toCents: number
  rateBps: number
  name: string | undefined
  category: BrandCategory | undefined
  state: BrandState | undefined
  minCents: number | undefined
  maxCents: number | undefined
}
/** Lines with a fault are missing. */
export type BrandLines = { slug: string; lines: RateLine[]; hasFault: boolean }

/** Checked first, so that no fault repeats a long cell and nothing searches it. */
const CELL_MAX_LENGTH = 200
/** Far more than there are, so that the others can be named. */
const MAX_COLUMNS = 100

/** By brand, in the order of the file. `slugs` are the brands that there are. */
export async function readRateFile(
  csv: string,
  slugs: ReadonlySet<string>,
): Promise<{ brands: BrandLines[]; faults: Fault[] }> {
  const { rows, unclosedAt } = await parseCsv(csv)
  const [header, ...body] = rows
  if (unclosedAt !== undefined)
    return { brands: [], faults: [{ line: unclosedAt, column: '', message: 'A quote begins here and does not end.' }] }
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  if (columns.length > MAX_COLUMNS)
    return {
      brands: [],
      faults: [{ line: header?.line ?? 1, column: '', message: `The header has ${columns.length} columns.` }],
    }
  const separated = separatorFault(columns, header?.line ?? 1)
  if (separated) return { brands: [], faults: [separated] }
  const faults = headerFaults(columns, header?.line ?? 1)
  if (faults.length > 0) return { brands: [], faults }
  if (body.length === 0) return { brands: [], faults: [{ line: 1, column: '', message: 'The file has no rates.' }] }

  const form = formOf(body, columns.indexOf('rate'))
  const brands = new Map<string, BrandLines>()
  for (const row of body) {
    const found: Fault[] = []
    const slug = (row.cells[columns.indexOf('slug')] ?? '').trim()
    const line = readLine(row, { columns, form, slugs }, (column, message) =>
      found.push({ line: row.line, column, message }),
    )
    const brand = brands.get(slug) ?? { slug, lines: [], hasFault: false }
    brands.set(slug, brand)
    if (found.length === 0) brand.lines.push(line)
    else brand.hasFault = true
    faults.push(...found)
  }
  return { brands: [...brands.values()], faults }
}

const separators = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const

function separatorFault([only = '', ...others]: readonly string[], line: number): Fault | undefined {
  if (others.length > 0) return undefined
  const [, name] = separators.find(([separator]) => only.split(separator).some((each) => each.trim() === 'slug')) ?? []
  if (!name || only === 'slug') return undefined
  return { line, column: '', message: `The columns are separated by ${name}. Save the file as CSV with commas.` }
}

function headerFaults(columns: readonly string[], line: number): Fault[] {
  const known: readonly string[] = rateColumns
  const lacking = requiredColumns.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !known.includes(name)).map((name) => name.slice(0, CELL_MAX_LENGTH))
  const repeated = columns.filter((name, at) => columns.indexOf(name) !== at)
  return [
    ...lacking.map((column) => ({ line, column, message: `The header has no column '${column}'.` })),
    ...unknown.map((column) => ({
      ...{ line, column },
      message: `The header has an unknown column '${column}'. There are ${rateColumns.join(', ')}.`,
    })),
    ...repeated.map((column) => ({ line, column, message: `The header has the column '${column}' twice.` })),
  ]
}

const isTooLong = (cell = '') => cell.length > CELL_MAX_LENGTH

/** The first rate that has one decides. */
function formOf(rows: readonly CsvRow[], at: number): RateForm {
  for (const { cells } of rows) {
    const form = isTooLong(cells[at]) ? undefined : rateFormOf((cells[at] ?? '').trim())
    if (form) return form
  }
  return 'percent'
}

type Rules = { columns: readonly string[]; form: RateForm; slugs: ReadonlySet<string> }

/** With zeros for what `fail` was called for. */
function readLine(
  { line, cells }: CsvRow,
  { columns, form, slugs }: Rules,
  fail: (column: string, message: string) => void,
): RateLine {
  const empty = { name: undefined, category: undefined, state: undefined, minCents: undefined, maxCents: undefined }
  const nothing = { line, fromCents: 0, toCents: 0, rateBps: 0, ...empty }
  if (cells.length !== columns.length) {
    const counts = `This line has ${cells.length} fields and the header ${columns.length}.`
    fail('', `${counts} Write 92.5, not 92,5, and put a field with a comma in quotes.`)
    return nothing
  }
  const long = columns.filter((_, at) => isTooLong(cells[at]))
  for (const column of long) fail(column, `The ${column} is longer than ${CELL_MAX_LENGTH} characters.`)
  if (long.length > 0) return nothing
  const cellOf = (column: RateColumn) => textOf(cells[columns.indexOf(column)] ?? '')
  const required = (column: RateColumn, read: (cell: string) => Read<number>): number => {
    const cell = cellOf(column)
    const result = cell === '' ? { fault: `The ${column} is empty.` } : read(cell)
    if ('value' in result) return result.value
    fail(column, result.fault)
    return 0
  }
  const optional = (column: RateColumn) => (cellOf(column) === '' ? undefined : required(column, readDollars))
  const oneOf = <Name extends string>(column: RateColumn, names: readonly Name[]): Name | undefined => {
    const cell = cellOf(column)
    const name = names.find((each) => each.toLowerCase() === cell.toLowerCase())
    if (cell !== '' && name === undefined) fail(column, `'${cell}' is none of ${names.join(', ')}.`)
    return name
  }
  const slug = cellOf('slug')
  if (!slugs.has(slug)) fail('slug', slug === '' ? 'The slug is empty.' : `There is no brand '${slug}'.`)
  const read = {
    line,
    fromCents: required('from', readDollars),
    toCents: required('to', readDollars),
    rateBps: required('rate', (cell) => readRate(cell, form)),
    name: cellOf('name') || undefined,
    category: oneOf('category', brandCategories),
    state: oneOf('state', brandStates),
    minCents: optional('min'),
    maxCents: optional('max'),
  }
  if (read.fromCents > 0 && read.toCents > 0 && read.toCents < read.fromCents)
    fail('to', `The band ends at ${cellOf('to')}, before it begins at ${cellOf('from')}.`)
  return read
}
