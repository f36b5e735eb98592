import { findNewestSequence } from '../payouts/ledger/ledger-queries.ts'
import { nextTurn } from '../platform/clock.ts'
import { type Db, inServerTransaction, type ServerDb, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import {
  type AnyFigureRow,
  addFigures,
  type FigureKey,
  type FigureLines,
  type FigureRow,
  type FigureTable,
  figureTables,
  findProgress,
  listFigures,
  lockProgress,
  type Measure,
  measuresOf,
  removeFigures,
  sumTransfers,
  type TransferSums,
} from './figure-queries.ts'

/** Transfers in one transaction; so few, because SQLite queries are synchronous. */
const BATCH = 2000

/** Adds what the ledger has got since, each transfer once: its transaction records how far the ledger was read. */
export async function keepFigures({ db }: { db: ServerDb }, signal?: AbortSignal) {
  let added = 0
  for (;;) {
    const count = await inServerTransaction(db, addBatch)
    added += count
    if (count < BATCH || signal?.aborted) return added
    await nextTurn()
  }
}

async function addBatch(tx: Tx) {
  const { after_sequence, until_sequence: after } = await lockProgress(tx)
  const until = Math.min(await findNewestSequence(tx), after + BATCH)
  if (until <= after) return 0
  const figures = await readFigures(tx, after, until)
  for (const of of figureTables) await addFigures(tx, of, [...figures[of].values()])
  await table('figure_progress').update(tx, { id: 1 }, { after_sequence, until_sequence: until })
  return until - after
}

/** The figures of the transfers with a number above `after`, up to `until`, in parts of which each is a short query. */
async function readFigures(db: Db, after: number, until: number) {
  const figures = noFigures()
  for (let at = after; at < until; at += BATCH) {
    if (at > after) await nextTurn()
    addToFigures(figures, await sumTransfers(db, at, Math.min(at + BATCH, until)))
  }
  return figures
}

/** `read` gets the figures of transfers that the stored ones lack, of the same moment: else both are read again. */
export async function withPresent<Result>(db: Db, read: (present: Figures) => Promise<Result>) {
  for (;;) {
    const before = await findProgress(db)
    const result = await read(await readFigures(db, before.until_sequence, await findNewestSequence(db)))
    const after = await findProgress(db)
    if (after.until_sequence === before.until_sequence && after.after_sequence === before.after_sequence) return result
  }
}

/** From now on the figures have only later transfers: those before are of orders that no longer exist. */
export async function restartFigures(tx: Tx) {
  await lockProgress(tx)
  const newest = await findNewestSequence(tx)
  await table('figure_progress').update(tx, { id: 1 }, { after_sequence: newest, until_sequence: newest })
}

export type Figures = { [Of in FigureTable]: Map<string, FigureRow<Of>> }
const noFigures = (): Figures => ({ monthly_figures: new Map(), approval_figures: new Map() })

function addToFigures(figures: Figures, sums: readonly TransferSums[]) {
  for (const row of sums) {
    const { month, approved, brand, method, reviewer, seller } = row
    addRows(figures, 'monthly_figures', { month, names: { all: '', brand, method, reviewer } }, row)
    addRows(figures, 'approval_figures', { month: approved, names: { all: '', brand, reviewer, seller } }, row)
  }
}

/** Adds sums to the row of each dimension. A row in which everything is zero is left out. */
function addRows<Of extends FigureTable>(
  figures: Figures,
  of: Of,
  { month, names }: { month: string; names: Readonly<Record<string, string>> },
  sums: Readonly<Record<Measure<Of>, number>>,
) {
  const rows = figures[of]
  for (const [dimension, name] of Object.entries(names)) {
    const fields = { dimension, month, name }
    const key = figureKey(fields)
    const added = plus<Measure<Of>>(measuresOf[of], rows.get(key), sums)
    if (isZero(added)) rows.delete(key)
    else rows.set(key, { ...fields, ...added } as FigureRow<Of>)
  }
}

/** The sum of each measure; a missing row has nothing. */
export function plus<Name extends string>(
  measures: readonly Name[],
  one?: Readonly<Record<Name, number>>,
  other?: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const sums = measures.map((name) => [name, (one?.[name] ?? 0) + (other?.[name] ?? 0)])
  return Object.fromEntries(sums)
}

/** 'brand 2026-11 apple' */
function figureKey({ dimension, month, name }: Readonly<Record<keyof FigureKey, string>>) {
  return `${dimension} ${month} ${name}`
}

const isZero = (sums: Readonly<Record<string, number>>) => Object.values(sums).every((sum) => sum === 0)

/** The lines of a report: the present rows added to the stored ones. A line in which everything is zero is left out. */
export function linesOf<Name extends string>(
  measures: readonly Name[],
  stored: readonly ({ name: string } & Readonly<Record<Name, number>>)[],
  present: Iterable<FigureKey & Readonly<Record<Name, number>>>,
  { by, from, to, names }: FigureLines,
): Map<string, Record<Name, number>> {
  const lines = new Map(stored.map((row) => [row.name, plus(measures, row)]))
  for (const row of present) {
    const isListed = row.dimension === (by === 'month' ? 'all' : by) && row.month >= from && row.month <= to
    if (!isListed || (names && !names.includes(row.name))) continue
    const key = by === 'month' ? row.month : row.name
    lines.set(key, plus(measures, lines.get(key), row))
  }
  return new Map([...lines].filter(([, sums]) => !isZero(sums)))
}

/** A row that was not what the ledger says: undefined where there was none, or should be none. */
type FigureDifference = { key: string; measure: string; stored: number; computed: number }

/** Corrects what differs from the ledger, and returns it. A running site waits only while rows are compared. */
export async function rebuildFigures({ db }: { db: ServerDb }) {
  const read = await findProgress(db)
  const figures = await readFigures(db, read.after_sequence, read.until_sequence)
  return inServerTransaction(db, async (tx) => {
    const present = await lockProgress(tx)
    if (present.after_sequence !== read.after_sequence) throw new Error('All data was cleared. Run the command again.')
    // A transaction may run again, and must begin with the same figures.
    const computed = structuredClone(figures)
    addToFigures(computed, await sumTransfers(tx, read.until_sequence, present.until_sequence))
    const result = { rows: 0, differences: [] as FigureDifference[] }
    for (const of of figureTables) {
      result.rows += computed[of].size
      result.differences.push(...(await correct(tx, of, computed[of])))
    }
    return result
  })
}

const measureOf = (row: Readonly<Record<string, unknown>> | undefined, measure: string) => Number(row?.[measure] ?? 0)

async function correct(tx: Tx, of: FigureTable, computed: ReadonlyMap<string, AnyFigureRow>) {
  const stored = new Map((await listFigures(tx, of)).map((row) => [figureKey(row), row]))
  const all: FigureDifference[] = []
  const wrong: AnyFigureRow[] = []
  for (const key of new Set([...stored.keys(), ...computed.keys()])) {
    const [before, after] = [stored.get(key), computed.get(key)]
    const differences = measuresOf[of].flatMap((measure) => {
      const [old, now] = [measureOf(before, measure), measureOf(after, measure)]
      return old === now ? [] : [{ key, measure, stored: old, computed: now }]
    })
    if (differences.length === 0) continue
    all.push(...differences)
    if (before) await removeFigures(tx, of, before)
    if (after) wrong.push(after)
  }
  await addFigures(tx, of, wrong)
  return all
}
