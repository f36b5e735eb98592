import { nextTurn } from '../platform/clock.ts'

/** The fields of a row that are written as they are; those with cents with two decimals. */
type Field<Row> = { [Name in keyof Row]-?: Row[Name] extends CsvCell ? Name : never }[keyof Row] & string
type CellOf<Row> = Field<Row> | ((row: Row) => CsvCell)
/** The cell of a row by the name of its column, in their order. */
export type CsvColumns<Row> = Readonly<Record<string, CellOf<Row>>>

export const BATCH = 500

/** Yields the header, then the lines of each batch, which is read once the last one was sent. */
export async function* csvOf<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((cell) => cellIn(row, cell)))).join('')
    await nextTurn()
  }
}

function cellIn<Row>(row: Row, cell: CellOf<Row>) {
  if (typeof cell === 'function') return cell(row)
  const value = row[cell] as CsvCell
  return cell.endsWith('_cents') ? centsCell(value as number | null | undefined) : value
}

/** `read` returns at most `limit` rows behind the given one. */
export async function* batchesOf<Row>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined
  do {
    const rows = await read(after, BATCH)
    yield rows
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after !== undefined)
}

export async function* batchesByIds<Row>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield read(ids.slice(start, start + BATCH))
}

/** Excel detects UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets run a cell that begins like this as a formula, also after blanks and in full-width forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Blanks, quotes and semicolons, with the character behind them if it begins a formula. */
const gap = /[\s";]+[=+\-@＝＋－＠]?/g

/** Spreadsheets change these: zeros at the start are lost, long numbers become powers of ten. */
const changed = [
  /^[0０]\p{Nd}[\p{Nd}\s.,]*$/u,
  /^\p{Nd}{12,}$/u,
  /^\p{Nd}+(?:\.\p{Nd}+)?e[+-]?\p{Nd}+$/iu,
  /^\p{Nd}{1,4}[-/]\p{Nd}{1,2}(?:[-/]\p{Nd}{1,4})?$/u,
  /^\p{Nd}{1,2}\.\p{Nd}{1,2}\.\p{Nd}{1,4}$/u,
]

/** A number with two decimals in the file. */
type CsvCents = { cents: number }
/** A day like '2026-11-30', which a spreadsheet may read as a date. */
type CsvDay = { day: string }
/** What is null or absent is an empty cell. */
export type CsvCell = string | number | CsvCents | CsvDay | null | undefined

const centsCell = (cents: number | null | undefined) => (typeof cents === 'number' ? { cents } : cents)

/** One line (RFC 4180). A text that a spreadsheet would run or change gets an apostrophe in front. */
export function csvLine(cells: readonly CsvCell[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell) {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'day' in cell ? cell.day : (cell.cents / 100).toFixed(2)
  const inside = cell.replace(gap, escapedGap)
  const harmless = formula.test(inside) || changed.some((form) => form.test(inside.trim())) ? `'${inside}` : inside
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Where the list separator is a semicolon, what follows it, a tab or a line end is a cell of its own. */
function escapedGap(text: string) {
  if (/[\s";]$/.test(text)) return text
  const start = Math.max(text.lastIndexOf(';'), 0)
  return text.slice(0, start) + text.slice(start).replace(/[;\t\r\n]/g, "$&'")
}
