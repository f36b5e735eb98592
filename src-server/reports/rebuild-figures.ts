import { inServerTransaction, type ServerDb, type Tx } from '../platform/db/database.ts'
import {
  type AnyFigureRow,
  addFigures,
  type FigureTable,
  figureTables,
  findProgress,
  listFigures,
  lockProgress,
  measuresOf,
  removeFigures,
  sumTransfers,
} from './figure-queries.ts'
import { addToFigures, figureKey, readFigures } from './keep-figures.ts'

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
