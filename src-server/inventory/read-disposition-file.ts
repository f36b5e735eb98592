import { MAX_DISPOSITION_LINES, newKinds } from '#shared/inventory.ts'
import { type DispositionInput, dispositionInput, type ImportedDispositions } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { readDollars, textOf } from '../catalogue/rate-cells.ts'
import { type CsvRow, parseCsv } from '../platform/parse-csv.ts'

export type Fault = ImportedDispositions['faults'][number]
export type DispositionLine = { line: number; id: string; input: DispositionInput & { reference: string } }

/** These are public. `order`, `kind` and `reference` are required. */
const dispositionColumns = [
  'order',
  'kind',
  'date',
  'face value',
  'amount',
  'fee',
  'buyer',
  'place',
  'place name',
  'cause',
  'reference',
  'note',
] as const
type DispositionColumn = (typeof dispositionColumns)[number]

const requiredColumns = ['order', 'kind', 'reference'] as const satisfies readonly DispositionColumn[]

const columnOfField: Readonly<Record<string, DispositionColumn>> = {
  id: 'order',
  kind: 'kind',
  at: 'date',
  faceValue: 'face value',
  amount: 'amount',
  fee: 'fee',
  buyer: 'buyer',
  place: 'place name',
  'place.place': 'place',
  'place.name': 'place name',
  cause: 'cause',
  reference: 'reference',
  note: 'note',
}

/** Longer than every legal cell, so that no fault repeats a long one. */
const CELL_MAX_LENGTH = 400

/** Lines with a fault are missing. */
export async function readDispositionFile(csv: string): Promise<{ lines: DispositionLine[]; faults: Fault[] }> {
  const { rows, unclosedAt } = await parseCsv(csv)
  const [header, ...body] = rows
  const onlyFault = (line: number, message: string) => ({ lines: [], faults: [{ line, column: '', message }] })
  if (unclosedAt !== undefined) return onlyFault(unclosedAt, 'A quote begins here and does not end.')
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const faults = headerFaults(columns, header?.line ?? 1)
  if (faults.length > 0) return { lines: [], faults }
  if (body.length === 0) return onlyFault(1, 'The file has no lines below its header.')
  if (body.length > MAX_DISPOSITION_LINES)
    return onlyFault(1, `The file has ${body.length} lines. Import at most ${MAX_DISPOSITION_LINES} at once.`)
  const lines: DispositionLine[] = []
  for (const row of body) {
    const found: Fault[] = []
    const line = readLine(row, columns, (column, message) => found.push({ line: row.line, column, message }))
    if (line && found.length === 0) lines.push(line)
    faults.push(...found)
  }
  return { lines, faults }
}

function headerFaults(columns: readonly string[], line: number): Fault[] {
  if (columns.length === 1 && /[;\t|]/.test(columns[0] ?? ''))
    return [{ line, column: '', message: 'The columns are not separated by commas. Save the file as CSV with commas.' }]
  const known: readonly string[] = dispositionColumns
  const lacking = requiredColumns.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !known.includes(name)).map((name) => name.slice(0, CELL_MAX_LENGTH))
  const repeated = columns.filter((name, at) => columns.indexOf(name) !== at && known.includes(name))
  return [
    ...lacking.map((column) => ({ line, column, message: `The header has no column '${column}'.` })),
    ...unknown.slice(0, 20).map((column) => ({
      ...{ line, column },
      message: `The header has an unknown column '${column}'. There are ${dispositionColumns.join(', ')}.`,
    })),
    ...repeated.map((column) => ({ line, column, message: `The header has the column '${column}' twice.` })),
  ]
}

/** It counts only when `fail` was not called. */
function readLine(
  { line, cells }: CsvRow,
  columns: readonly string[],
  fail: (column: string, message: string) => void,
): DispositionLine | undefined {
  if (cells.length !== columns.length) {
    const counts = `This line has ${cells.length} fields and the header ${columns.length}.`
    fail('', `${counts} Write 92.50, not 92,50, and put a field with a comma in quotes.`)
    return undefined
  }
  const long = columns.filter((_, at) => (cells[at] ?? '').length > CELL_MAX_LENGTH)
  for (const column of long) fail(column, `The ${column} is longer than ${CELL_MAX_LENGTH} characters.`)
  if (long.length > 0) return undefined
  const cellOf = (column: DispositionColumn) => textOf(cells[columns.indexOf(column)] ?? '')
  const dollarsOf = (column: DispositionColumn): number | undefined => {
    const cell = cellOf(column)
    if (cell === '') return undefined
    const read = readDollars(cell)
    if ('value' in read) return dollarsFromCents(read.value)
    fail(column, read.fault)
    return undefined
  }
  const id = cellOf('order').toUpperCase()
  if (id === '') fail('order', 'The order is empty.')
  const kind = newKinds.find((each) => each === cellOf('kind').toLowerCase())
  if (!kind) fail('kind', `'${cellOf('kind')}' is none of ${newKinds.join(', ')}.`)
  if (cellOf('reference') === '')
    fail('reference', 'The reference is empty. It keeps a line from being recorded twice.')
  const given = {
    kind,
    at: cellOf('date') || undefined,
    faceValue: dollarsOf('face value'),
    amount: dollarsOf('amount'),
    fee: dollarsOf('fee'),
    buyer: cellOf('buyer') || undefined,
    place: placeOf(cellOf('place').toLowerCase(), cellOf('place name')),
    cause: cellOf('cause').toLowerCase() || undefined,
    reference: cellOf('reference'),
    note: cellOf('note') || undefined,
  }
  const { data, error } = dispositionInput.safeParse(given)
  for (const { path, message } of error?.issues ?? [])
    if (path[0] !== 'kind') fail(columnOfField[path.join('.')] ?? columnOfField[String(path[0])] ?? '', message)
  return data && kind && { line, id, input: { ...data, reference: data.reference ?? '' } }
}

/** A redeemed card is in an account of ours, which the file need not say. */
function placeOf(place: string, name: string): { place: string; name: string } | undefined {
  return place === '' && name === '' ? undefined : { place: place || 'account', name }
}

export function columnOf(field: string | undefined): DispositionColumn {
  return (field !== undefined && columnOfField[field]) || 'order'
}
