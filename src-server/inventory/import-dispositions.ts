import { inventoryMessages } from '#shared/inventory.ts'
import type { ImportDispositionsInput, ImportedDispositions } from '#shared/inventory-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { type Ask, askedAct } from '../controls/perform-act.ts'
import type { Tx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Fault } from '../platform/read-csv-table.ts'
import { type LockedItem, lockItemFor, lockSellersOf } from './lock-item.ts'
import { columnOf, type DispositionLine, readDispositionFile } from './read-disposition-file.ts'
import { recordOnce } from './record-once.ts'

type Checked = Pick<ImportedDispositions, 'lines' | 'faults'>

class RolledBack extends AppError {
  readonly checked: Checked
  constructor(checked: Checked) {
    super('conflict', checked.faults[0]?.message ?? 'Nothing is recorded.')
    this.checked = checked
  }
}

/** All or none: a dry run, and a file with a fault, run in a transaction that is rolled back. */
export async function importDispositions(
  ctx: CallContext,
  staff: Actor,
  input: ImportDispositionsInput,
): Promise<ImportedDispositions> {
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

async function recordLines(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  lines: readonly DispositionLine[],
  ask: Ask,
): Promise<Checked> {
  const ids = [...new Set(lines.map(({ id }) => id))].sort()
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
  return { line, column: columnOf(refusal?.detail.field), message }
}
