import { MAX_DISPOSITION_LINES, newKinds } from '#shared/inventory.ts'
import { type DispositionInput, dispositionInput } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { readCsvTable, type TableLine } from '../platform/read-csv-table.ts'

export type DispositionLine = { line: number; id: string; input: DispositionInput & { reference: string } }

/** These are public. */
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

/** Lines with a fault are missing. */
export async function readDispositionFile(csv: string) {
  const { lines, faults } = await readCsvTable(csv, {
    columns: dispositionColumns,
    required: ['order', 'kind', 'reference'],
    mostUnknown: 20,
    cellMaxLength: 400,
    numbers: { right: '92.50', wrong: '92,50' },
    wrongCount,
  })
  const read = lines.flatMap((line) => {
    const found = line.faults.length === 0 ? readLine(line) : undefined
    return found && line.faults.length === 0 ? [found] : []
  })
  return { lines: read, faults: [...faults, ...lines.flatMap((line) => line.faults)] }
}

function wrongCount(count: number): string | undefined {
  if (count === 0) return 'The file has no lines below its header.'
  return count > MAX_DISPOSITION_LINES
    ? `The file has ${count} lines. Import at most ${MAX_DISPOSITION_LINES} at once.`
    : undefined
}

/** Counts only if the line has no faults then. */
function readLine(line: TableLine<DispositionColumn>): DispositionLine | undefined {
  const { cellOf, fail } = line
  const dollarsOf = (column: DispositionColumn): number | undefined => {
    const cents = line.centsOf(column)
    return cents === undefined ? undefined : dollarsFromCents(cents)
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
  return data && kind && { line: line.line, id, input: { ...data, reference: data.reference ?? '' } }
}

/** A redeemed card is in an account of ours, which the file need not say. */
function placeOf(place: string, name: string): { place: string; name: string } | undefined {
  return place === '' && name === '' ? undefined : { place: place || 'account', name }
}

export function columnOf(field: string | undefined): DispositionColumn {
  return (field !== undefined && columnOfField[field]) || 'order'
}
