import { listBalances } from '../../payouts/ledger/ledger-queries.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { type Db, inServerTransaction } from '../../platform/db/database.ts'
import { BackupError } from '../operations/backup-error.ts'
import type { MoveContext } from './move-context.ts'
import {
  countRows,
  findRows,
  findWronglyIndexed,
  listCounts,
  listItemCounts,
  listPayoutCounts,
  numberedBatches,
  type Row,
  rowBatches,
  submissionBatches,
  type Table,
} from './table-queries.ts'

/** Copies the rows that the target lacks, each batch in one transaction, and compares the others. */
export async function copyTable(ctx: MoveContext, table: Table) {
  const total = await countRows(ctx.source.db, table)
  let [copied, compared] = [0, 0]
  for await (const rows of sourceBatches(ctx, table)) {
    const found = await findInTarget(ctx, table, rows)
    const missing = rows.filter((row) => !found.has(keyOf(table, row)))
    const others = rows.filter((row) => !missing.includes(row))
    assertEqual(table, others, found)
    const added = missing.map((row) => writable(table, row))
    if (added.length > 0) await inServerTransaction(ctx.target.db, (tx) => bulkInsert(tx, table.name, added))
    copied += missing.length
    compared += rows.length - missing.length
    ctx.report.progress(`${table.name}: ${copied + compared} of ${total} rows`)
  }
  ctx.report.done(`${table.name}: ${copied} rows copied, ${compared} were there`)
}

export async function verifyTable(ctx: MoveContext, table: Table) {
  const total = await countRows(ctx.source.db, table)
  let [compared, replaced] = [0, 0]
  for await (const rows of sourceBatches(ctx, table, (count) => (replaced += count))) {
    assertEqual(table, rows, await findInTarget(ctx, table, rows))
    compared += rows.length
    ctx.report.progress(`${table.name}: ${compared} of ${total} rows compared`)
  }
  if (compared !== total) throw damaged(`${table.name}: only ${compared} of ${total} rows of the source can be listed.`)
  if ((await countRows(ctx.target.db, table)) !== total) {
    await refuseForeignRows(ctx, table)
    throw damaged(`${table.name}: the number of rows differs.`)
  }
  const note =
    replaced > 0 ? `; in ${replaced} values NUL characters, which PostgreSQL cannot store, became U+FFFD` : ''
  ctx.report.done(`${table.name}: ${total} rows compared, equal${note}`)
}

export async function refuseForeignRows(ctx: MoveContext, table: Table) {
  for await (const rows of rowBatches(ctx.target.db, table, ctx.batchRows)) {
    const own = new Set((await findRows(ctx.source.db, table, rows)).map((row) => keyOf(table, storable(row).row)))
    // A key with U+FFFD may be one with NUL in the source.
    const foreign = rows.find((row) => !own.has(keyOf(table, row)) && !keyOf(table, row).includes('\uFFFD'))
    if (!foreign) continue
    throw new BackupError(
      'cannotCreate',
      `The target has ${named(table, foreign)}, which the source does not have. ` +
        'It belongs to another site, or one of both was in use since a move began: name an empty database.',
    )
  }
}

const derivedSums: [what: string, list: (db: Db) => Promise<Row[]>][] = [
  ['submission_counts: the counts', listCounts],
  ['payout_counts: the counts', listPayoutCounts],
  ['inventory_counts: the counts', listItemCounts],
  ['ledger_balances: the sums', listBalances],
]

/** Compares what the triggers of both databases derived. */
export async function verifyDerived({ source, target, batchRows, report }: MoveContext) {
  for (const [what, list] of derivedSums) {
    const textsIn = async (db: typeof source.db) => (await list(db)).map(textOf).sort().join()
    if ((await textsIn(source.db)) !== (await textsIn(target.db))) throw damaged(`${what} differ.`)
  }
  const numbers = { name: 'submission_numbers' } as const
  if ((await countRows(source.db, numbers)) !== (await countRows(target.db, numbers)))
    throw damaged('submission_numbers: the number of rows differs.')
  const others = numberedBatches(target.db, batchRows)
  for await (const rows of numberedBatches(source.db, batchRows)) {
    const { value = [] } = (await others.next()) as { value?: Row[] }
    const at = rows.findIndex((row, index) => textOf(row) !== textOf(value[index] ?? {}))
    if (at >= 0) throw damaged(`submission_numbers: the order differs from submission ${rows[at]?.submission_id} on.`)
  }
  const wrong = await findWronglyIndexed(target.db)
  if (wrong !== undefined) throw damaged(`submission_numbers: the search text of submission ${wrong} is wrong.`)
  report.done('submission_counts, submission_numbers, payout_counts, inventory_counts, ledger_balances: equal')
}

/** `onReplaced` gets the number of values in which NUL characters were replaced. */
async function* sourceBatches(
  { source, batchRows }: MoveContext,
  table: Table,
  onReplaced: (count: number) => void = () => {},
) {
  const isNumbered = table.name === 'submissions'
  const batches = isNumbered ? submissionBatches(source.db, batchRows) : rowBatches(source.db, table, batchRows)
  for await (const rows of batches)
    yield rows.map((original) => {
      const { row, replaced } = storable(original)
      onReplaced(replaced)
      return row
    })
}

/** The row as PostgreSQL can store it, and in how many values NUL characters were replaced. */
function storable(original: Row): { row: Row; replaced: number } {
  let replaced = 0
  const entries = Object.entries(original).map(([name, value]) => {
    if (typeof value !== 'string' || !value.includes('\0')) return [name, value]
    replaced++
    return [name, value.replaceAll('\0', '\uFFFD')]
  })
  return replaced === 0 ? { row: original, replaced } : { row: Object.fromEntries(entries), replaced }
}

async function findInTarget({ target }: MoveContext, table: Table, rows: readonly Row[]): Promise<Map<string, Row>> {
  return new Map((await findRows(target.db, table, rows)).map((row) => [keyOf(table, row), row]))
}

function assertEqual(table: Table, rows: readonly Row[], found: ReadonlyMap<string, Row>) {
  for (const row of rows) {
    const other = found.get(keyOf(table, row))
    if (!other) throw damaged(`The target lacks ${named(table, row)}.`)
    if (textOf(row) === textOf(other)) continue
    const different = [...new Set([...Object.keys(row), ...Object.keys(other)])].filter(
      (name) => row[name] !== other[name],
    )
    throw damaged(`${named(table, row)} differs in the target: ${different.join(', ')}. Nothing was overwritten.`)
  }
}

const writable = ({ computed }: Table, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name)))
const keyOf = ({ key }: Table, row: Row) => JSON.stringify(key.map((name) => row[name]))
/** The same text for equal rows, whatever the order of their columns. */
const textOf = (row: Row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
const named = (table: Table, row: Row) => `${table.name} ${keyOf(table, row)}`
const damaged = (message: string) => new BackupError('damaged', message)
