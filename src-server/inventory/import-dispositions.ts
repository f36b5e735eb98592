import { inventoryMessages, MAX_DISPOSITION_LINES, newKinds } from '#shared/inventory.ts'
import {
  type DispositionInput,
  dispositionInput,
  type ImportDispositionsInput,
  type ImportedDispositions,
} from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { type Ask, askedAct } from '../controls/perform-act.ts'
import type { Tx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { type Fault, readCsvTable, type TableLine } from '../platform/read-csv-table.ts'
import { recordOnce } from './dispose-item.ts'
import { type LockedItem, lockItemFor, lockSellersOf } from './record-disposition.ts'

type DispositionLine = { line: number; id: string; input: DispositionInput & { reference: string } }

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

/** The columns of fields that have another name. */
const columnOfField: Readonly<Record<string, DispositionColumn>> = {
  id: 'order',
  at: 'date',
  faceValue: 'face value',
  place: 'place name',
  'place.place': 'place',
  'place.name': 'place name',
}

const columnOf = (field = '') => columnOfField[field] ?? dispositionColumns.find((each) => each === field)

/** Lines with a fault are missing. */
async function readDispositionFile(csv: string) {
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

function wrongCount(count: number) {
  if (count === 0) return 'The file has no lines below its header.'
  return count > MAX_DISPOSITION_LINES
    ? `The file has ${count} lines. Import at most ${MAX_DISPOSITION_LINES} at once.`
    : undefined
}

/** Counts only if the line has no faults then. */
function readLine(line: TableLine<DispositionColumn>): DispositionLine | undefined {
  const { cellOf, fail } = line
  const dollarsOf = (column: DispositionColumn) => {
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
    if (path[0] !== 'kind') fail(columnOf(path.join('.')) ?? columnOf(String(path[0])) ?? '', message)
  return data && kind && { line: line.line, id, input: { ...data, reference: data.reference ?? '' } }
}

/** A redeemed card is in an account of ours, which the file need not say. */
function placeOf(place: string, name: string) {
  return place === '' && name === '' ? undefined : { place: place || 'account', name }
}

type Checked = Pick<ImportedDispositions, 'lines' | 'faults'>

class RolledBack extends AppError {
  readonly checked: Checked
  constructor(checked: Checked) {
    super('conflict', checked.faults[0]?.message ?? 'Nothing is recorded.')
    this.checked = checked
  }
}

/** All or none: a dry run, and a file with a fault, run in a transaction that is rolled back. */
export async function importDispositions(ctx: CallContext, staff: Actor, input: ImportDispositionsInput) {
  try {
    const { waiting, result = { lines: [], faults: [] } } = await recordFile(ctx, staff, input)
    return { ...result, isRecorded: !waiting, ...(waiting && { waiting }) }
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return { ...error.checked, isRecorded: false }
  }
}

const recordFile = askedAct('card-file', async (app, tx, staff, input: ImportDispositionsInput, ask) => {
  const { lines, faults } = await readDispositionFile(input.csv)
  const made = await recordLines(app, tx, staff, lines, ask)
  const all = [...faults, ...made.faults].sort((one, other) => one.line - other.line)
  if (input.dryRun || all.length > 0) throw new RolledBack({ lines: made.lines, faults: all })
  return made
})

async function recordLines(app: AppContext, tx: Tx, staff: Actor, lines: readonly DispositionLine[], ask: Ask) {
  const ids = [...new Set(idsOf(lines))].sort()
  await lockSellersOf(tx, ids)
  const locked = new Map<string, LockedItem | AppError>()
  for (const id of ids) locked.set(id, await refusalOr(() => lockItemFor(app, tx, staff, { id })))
  const made: ImportedDispositions['lines'] = []
  const faults: Fault[] = []
  for (const { line, id, input } of lines) {
    const found = locked.get(id)
    if (!found || found instanceof AppError) {
      faults.push(faultOf(line, id, found))
      continue
    }
    const isNew = await refusalOr(() => recordOnce(app, tx, staff, found, input, ask))
    if (isNew instanceof AppError) faults.push(faultOf(line, id, isNew))
    else made.push({ line, id, kind: input.kind, amount: input.amount ?? 0, already: !isNew })
    // The next line of the card counts on this one.
    if (isNew === true) locked.set(id, await lockItemFor(app, tx, staff, { id }))
  }
  return { lines: made, faults }
}

/** Refusals are made before anything is written. */
async function refusalOr<Result>(work: () => Promise<Result>): Promise<Result | AppError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function faultOf(line: number, id: string, refusal: AppError | undefined): Fault {
  const isUnknown = !refusal || refusal.code === 'not_found'
  const message = isUnknown ? inventoryMessages.noItem(id) : refusal.message
  return { line, column: columnOf(refusal?.detail.field) ?? 'order', message }
}
