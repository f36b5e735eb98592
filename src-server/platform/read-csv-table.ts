import { cleanText } from '#shared/clean-text.ts'
import { parseCsv } from './parse-csv.ts'

export type Fault = { line: number; column: string; message: string }
export type Read<Value> = { value: Value } | { fault: string }

type TableRules<Column extends string> = {
  columns: readonly Column[]
  required: readonly Column[]
  mostUnknown: number
  /** Longer than every legal cell: checked first, so that no fault repeats a long cell and nothing searches it. */
  cellMaxLength: number
  /** How a number is written, and how it would become two cells. */
  numbers: { right: string; wrong: string }
  wrongCount(lines: number): string | undefined
}

/** A line below the header. One with faults counts for nothing. */
export type TableLine<Column extends string> = {
  line: number
  faults: Fault[]
  fail(column: Column | '', message: string): void
  /** Empty where the file has no such column. */
  cellOf(column: Column): string
  /** Undefined for an empty cell; fails where `read` finds a fault. */
  readCell<Value>(column: Column, read: (cell: string) => Read<Value>): Value | undefined
  /** '50', '50.00' or '$50'. */
  centsOf(column: Column): number | undefined
  /** The one of `names` that a cell has in small or capital letters. */
  oneOf<Name extends string>(column: Column, names: readonly Name[]): Name | undefined
}

/** Far more than a file has, so that the others can be named. */
export const MAX_COLUMNS = 100

/** A file with a header of known columns in any order. `faults` are of the file as a whole, which has no lines then. */
export async function readCsvTable<Column extends string>(
  csv: string,
  rules: TableRules<Column>,
): Promise<{ lines: TableLine<Column>[]; faults: Fault[] }> {
  const { rows, unclosedAt } = await parseCsv(csv)
  const [header, ...body] = rows
  const rejected = (line: number, ...faults: Omit<Fault, 'line'>[]) => ({
    lines: [],
    faults: faults.map((fault) => ({ line, ...fault })),
  })
  if (unclosedAt !== undefined)
    return rejected(unclosedAt, { column: '', message: 'A quote begins here and does not end.' })
  const columns = (header?.cells ?? []).map((cell) => cell.trim().replace(/\s+/g, ' ').toLowerCase())
  const wrong = columns.length > MAX_COLUMNS ? `The header has ${columns.length} columns.` : undefined
  const headerFaults = wrong ? [{ column: '', message: wrong }] : faultsOfHeader(columns, rules)
  if (headerFaults.length > 0) return rejected(header?.line ?? 1, ...headerFaults)
  const wrongCount = rules.wrongCount(body.length)
  if (wrongCount) return rejected(1, { column: '', message: wrongCount })
  return { lines: body.map((row) => tableLine(row, columns, rules)), faults: [] }
}

function faultsOfHeader<Column extends string>(
  columns: readonly string[],
  { columns: known, required, mostUnknown, cellMaxLength }: TableRules<Column>,
): Omit<Fault, 'line'>[] {
  const isKnown = (name: string) => known.some((each) => each === name)
  const lacking = required.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !isKnown(name)).map((name) => name.slice(0, cellMaxLength))
  const repeated = columns.filter((name, at) => isKnown(name) && columns.indexOf(name) !== at)
  return [
    ...lacking.map((column) => ({ column, message: `The header has no column '${column}'.` })),
    ...unknown.slice(0, mostUnknown).map((column) => ({
      column,
      message: `The header has an unknown column '${column}'. There are ${known.join(', ')}.`,
    })),
    ...repeated.map((column) => ({ column, message: `The header has the column '${column}' twice.` })),
  ]
}

function tableLine<Column extends string>(
  { line, cells }: { line: number; cells: string[] },
  columns: readonly string[],
  { cellMaxLength, numbers }: TableRules<Column>,
): TableLine<Column> {
  const faults: Fault[] = []
  const fail = (column: string, message: string) => faults.push({ line, column, message })
  const isTooLong = (_: string, at: number) => (cells[at] ?? '').length > cellMaxLength
  if (cells.length !== columns.length)
    fail(
      '',
      `This line has ${cells.length} fields and the header ${columns.length}. Write ${numbers.right}, not ${numbers.wrong}, and put a field with a comma in quotes.`,
    )
  else
    for (const column of columns.filter(isTooLong))
      fail(column, `The ${column} is longer than ${cellMaxLength} characters.`)
  const cellOf = (column: Column) => textOf(cells[columns.indexOf(column)] ?? '')
  const readCell = <Value>(column: Column, read: (cell: string) => Read<Value>) => {
    const cell = cellOf(column)
    if (cell === '') return undefined
    const result = read(cell)
    if ('value' in result) return result.value
    fail(column, result.fault)
    return undefined
  }
  return {
    ...{ line, faults, fail, cellOf, readCell },
    centsOf: (column) => readCell(column, readDollars),
    oneOf(column, names) {
      const cell = cellOf(column)
      const name = names.find((each) => each.toLowerCase() === cell.toLowerCase())
      if (cell !== '' && name === undefined) fail(column, `'${cell}' is none of ${names.join(', ')}.`)
      return name
    },
  }
}

/** Without the apostrophe that an export puts before a text that a spreadsheet would run or change. */
function textOf(cell: string) {
  return cleanText.line(cell).replace(/^'(?=\s*[=+\-@＝＋－＠\p{Nd}])/u, '')
}

function readDollars(cell: string): Read<number> {
  const [, dollars, fraction = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(cell) ?? []
  if (dollars !== undefined) return { value: Number(dollars) * 100 + Number(fraction.padEnd(2, '0')) }
  if (cell.includes(','))
    return { fault: `Write the amount with a point and without commas, like 1000.50, not '${cell}'.` }
  return { fault: `'${cell}' is not an amount in dollars, like 50 or 99.99.` }
}
