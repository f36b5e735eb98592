import { dateFormats, directionWord, maximumWords } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'
import type { CallContext } from '../../../context.ts'
import { assertStillAllowed } from '../../../platform/db/database.ts'
import { type CsvRow, parseCsv } from '../../../platform/parse-csv.ts'
import { plain, readCents, readDay } from './read-cell.ts'
import { type Fault, isOfx, otherKind } from './read-file.ts'

/** Banks write the name of the account and a summary above the header. */
const HEADER_WITHIN = 30
export const MAX_COLUMNS = 100

/** A name of a header without case, with white space folded. */
export const folded = (name: string) => plain(name).replace(/\s+/g, ' ').toLowerCase()

export type Columns = { at: number; names: readonly string[] }

/** Where the header is (-1 without one) and the folded names of the columns, or which columns are missing. */
export function findHeader(rows: readonly CsvRow[], format: StatementFormat): Columns | Fault[] {
  const { dateFormat, decimal, noHeader, outWords, inWords, statusWords, ...columns } = format
  const needed = Object.values(columns)
  const top = (noHeader ? [] : rows.slice(0, HEADER_WITHIN)).map(({ cells, line }, at) => {
    const names = usedCells(cells).map(folded)
    return { at, line, names, missing: needed.filter((name) => !names.includes(folded(name))) }
  })
  if (noHeader) {
    const names = numbered(rows)
    top.push({ at: -1, line: 1, names, missing: needed.filter((name) => !names.includes(name)) })
  }
  const [best] = top.toSorted((one, other) => one.missing.length - other.missing.length)
  const { line, missing } = best ?? { line: 1, missing: needed }
  if (best && missing.length === 0) return best
  return missing.map((column) => ({ line, column, message: `The file has no column '${column}'. Choose the columns.` }))
}

/** The cells of a row up to the last one that has something. */
export const usedCells = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => plain(cell) !== '') + 1)

function numbered(rows: readonly CsvRow[]) {
  const width = rows.reduce((most, { cells }) => Math.max(most, usedCells(cells).length), 0)
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, index) => String(index + 1))
}

/**
 * The columns of a file with its first lines: the header is the first of its rows with the most cells. OFX has none to
 * choose. With `noHeader` the columns are numbers.
 */
export async function readFileColumns(csv: string, noHeader: boolean): Promise<FileColumns> {
  const none = { columns: [], rows: [], words: [], isPayment: false }
  const fault = otherKind(csv)
  if (fault !== undefined) return { ...none, kind: 'csv', fault }
  if (isOfx(csv)) return { ...none, kind: 'ofx' }
  const { rows } = await parseCsv(csv, { asBanksWrite: true })
  const top = rows.slice(0, HEADER_WITHIN)
  const width = Math.max(0, ...top.map(filledCells))
  const at = noHeader ? -1 : top.findIndex((row) => filledCells(row) === width)
  const header = noHeader ? numbered(rows) : (top[at]?.cells ?? []).slice(0, MAX_COLUMNS)
  const columns = header.map((cell) => plain(cell).slice(0, 200))
  const body = rows.slice(at + 1)
  return {
    ...{ kind: 'csv', columns, isPayment: !noHeader && isPayment(columns) },
    rows: body.slice(0, 4).map(({ cells }) => columns.map((_, index) => plain(cells[index] ?? '').slice(0, 80))),
    words: columns.map((_, index) => wordsIn(body, index)),
  }
}

const filledCells = ({ cells }: CsvRow) => cells.filter((cell) => plain(cell) !== '').length

/** Whether a row that could be a header has a day and an amount. */
function isPayment(cells: readonly string[]) {
  const isDay = (cell: string) => dateFormats.some((format) => 'value' in readDay(cell, format))
  const isAmount = (cell: string) => (['.', ','] as const).some((mark) => isMoney(readCents(cell, mark)))
  return cells.some(isDay) && cells.some((cell) => !isDay(cell) && isAmount(cell))
}

const isMoney = (read: ReturnType<typeof readCents>) => 'value' in read && read.value !== null

/** What a column says if it says one of few words, such as Debit and Credit; otherwise nothing. */
export function wordsIn(rows: readonly CsvRow[], index: number) {
  const words = new Map<string, string>()
  for (const { cells } of rows) {
    const word = plain(cells[index] ?? '')
    if (word !== '') words.set(folded(word), word)
    if (words.size > maximumWords || /\d/.test(word) || word.length > 40) return []
  }
  return [...words.values()]
}

/** A column that says Debit or the like, with all that it says. */
export function findDirection(rows: readonly CsvRow[], header: readonly string[]) {
  return header
    .map((name, index) => ({ name, words: wordsIn(rows, index) }))
    .find(({ words }) => words.some((word) => directionWord(word) === 'out'))
}

type Given = { csv: string; noHeader: boolean }

/** The columns of a CSV file of a bank, of which nothing is stored. */
export async function findColumns(ctx: CallContext, { csv, noHeader }: Given): Promise<FileColumns> {
  await assertStillAllowed(ctx)
  return await readFileColumns(csv, noHeader)
}
