import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inServerTransaction, type ServerDb } from '../../platform/db/database.ts'
import { listSums, sumsTables } from '../../platform/db/folded-sums.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { BackupError } from '../operations/backup-archive.ts'
import { findRows, findWronglyIndexed, type Row, rowBatches, type Table } from './table-queries.ts'

export type MoveReport = { done(line: string): void; progress(line: string): void }
type Side = { db: ServerDb; storage: FileStorage }
export type MoveContext = { source: Side; target: Side; report: MoveReport; batchRows: number }

/** Compares the rows of a table; with `isCopying` only after it has copied those that the target lacks. */
export async function moveTable(ctx: MoveContext, table: Table, { isCopying }: { isCopying: boolean }) {
  const { source, target, report } = ctx
  const total = await countRows(source.db.selectFrom(table.name))
  let [copied, passed, replaced] = [0, 0, 0]
  for await (const originals of sourceBatches(ctx, table)) {
    replaced += originals.flatMap((row) => Object.values(row).filter(hasNul)).length
    const rows = originals.map(storable)
    const found = new Map((await findRows(target.db, table, rows)).map((row) => [keyOf(table, row), row]))
    const missing = isCopying ? rows.filter((row) => !found.has(keyOf(table, row))) : []
    const others = rows.filter((row) => !missing.includes(row))
    assertEqual(table, others, found)
    const added = missing.map((row) => writable(table, row))
    if (added.length > 0) await inServerTransaction(target.db, (tx) => bulkInsert(tx, table.name, added))
    copied += missing.length
    passed += rows.length
    report.progress(`${table.name}: ${passed} of ${total} rows${isCopying ? '' : ' compared'}`)
  }
  if (isCopying) return report.done(`${table.name}: ${copied} rows copied, ${passed - copied} were there`)
  if (passed !== total) throw damaged(`${table.name}: only ${passed} of ${total} rows of the source can be listed.`)
  if ((await countRows(target.db.selectFrom(table.name))) !== total) {
    await refuseForeignRows(ctx, table)
    throw damaged(`${table.name}: the number of rows differs.`)
  }
  const note =
    replaced > 0 ? `; in ${replaced} values NUL characters, which PostgreSQL cannot store, became U+FFFD` : ''
  report.done(`${table.name}: ${total} rows compared, equal${note}`)
}

export async function refuseForeignRows({ source, target, batchRows }: MoveContext, table: Table) {
  for await (const rows of rowBatches(target.db, table, batchRows)) {
    const own = new Set((await findRows(source.db, table, rows)).map((row) => keyOf(table, storable(row))))
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

/** The submissions in the order of the review queue. The numbers themselves differ between databases. */
const numbers: Table = { name: 'submission_numbers', key: ['number'], computed: [] }

/** Compares what the triggers of both databases derived. */
export async function verifyDerived({ source, target, batchRows, report }: MoveContext) {
  for (const each of sumsTables) {
    const textsIn = async ({ db }: Side) => (await listSums(db, each)).map(textOf).sort().join()
    if ((await textsIn(source)) !== (await textsIn(target)))
      throw damaged(`${each.table}: the ${each.table.split('_')[1]} differ.`)
  }
  if ((await countRows(source.db.selectFrom(numbers.name))) !== (await countRows(target.db.selectFrom(numbers.name))))
    throw damaged('submission_numbers: the number of rows differs.')
  const others = rowBatches(target.db, numbers, batchRows)
  for await (const rows of rowBatches(source.db, numbers, batchRows)) {
    const { value = [] } = (await others.next()) as { value?: Row[] }
    const columns = ({ submission_id, status, created_at }: Row = {}) => [submission_id, status, created_at].join()
    const at = rows.findIndex((row, index) => columns(row) !== columns(value[index]))
    if (at >= 0) throw damaged(`submission_numbers: the order differs from submission ${rows[at]?.submission_id} on.`)
  }
  const wrong = await findWronglyIndexed(target.db)
  if (wrong !== undefined) throw damaged(`submission_numbers: the search text of submission ${wrong} is wrong.`)
  report.done(`${['submission_numbers', ...sumsTables.map(({ table }) => table)].join(', ')}: equal`)
}

async function* sourceBatches({ source: { db }, batchRows }: MoveContext, table: Table): AsyncGenerator<Row[]> {
  if (table.name !== 'submissions') return yield* rowBatches(db, table, batchRows)
  for await (const rows of rowBatches(db, numbers, batchRows)) {
    const ids = rows.map(({ submission_id: id }) => ({ id }))
    const found = new Map((await findRows(db, table, ids)).map((row) => [row.id, row]))
    yield ids.map(({ id }) => found.get(id)).filter((row) => row !== undefined)
  }
}

const hasNul = (value: unknown) => typeof value === 'string' && value.includes('\0')

/** The row as PostgreSQL can store it. */
function storable(row: Row): Row {
  const entries = Object.entries(row)
  if (!entries.some(([, value]) => hasNul(value))) return row
  return Object.fromEntries(
    entries.map(([name, value]) => [name, hasNul(value) ? String(value).replaceAll('\0', '\uFFFD') : value]),
  )
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

const writable = ({ computed }: Table, row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name)))
const keyOf = ({ key }: Table, row: Row) => JSON.stringify(key.map((name) => row[name]))
/** The same text for equal rows, whatever the order of their columns. */
const textOf = (row: Row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
const named = (table: Table, row: Row) => `${table.name} ${keyOf(table, row)}`
const damaged = (message: string) => new BackupError('damaged', message)
