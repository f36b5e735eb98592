import { inServerTransaction, type ServerDb, type Tx } from '../platform/db/database.ts'
import type { ApprovalFigureTable, MonthlyFigureTable } from '../platform/db/figure-tables.ts'
import { table } from '../platform/db/table.ts'
import {
  addApprovalFigures,
  addMonthlyFigures,
  figureTables,
  findProgress,
  listAllFigures,
  lockProgress,
} from './figure-queries.ts'
import { addToFigures, type Figures, figureKey } from './fold-sums.ts'
import { readFigures } from './keep-figures.ts'
import { sumTransfers } from './transfer-sums-queries.ts'

/** A row that was not what the ledger says: undefined where there was none, or should be none. */
export type FigureDifference = { key: string; measure: string; stored: number; computed: number }

/** Corrects what differs from the ledger, and returns it. A running site waits only while rows are compared. */
export async function rebuildFigures({
  db,
}: {
  db: ServerDb
}): Promise<{ rows: number; differences: FigureDifference[] }> {
  const read = await findProgress(db)
  const figures = await readFigures(db, read.after_sequence, read.until_sequence)
  return inServerTransaction(db, async (tx) => {
    const present = await lockProgress(tx)
    if (present.after_sequence !== read.after_sequence) throw new Error('All data was cleared. Run the command again.')
    const computed = copyOf(figures)
    addToFigures(computed, await sumTransfers(tx, read.until_sequence, present.until_sequence))
    return { rows: computed.monthly.size + computed.approval.size, differences: await correct(tx, computed) }
  })
}

/** A transaction may run again, and must begin with the same figures. */
const copyOf = ({ monthly, approval }: Figures): Figures => ({ monthly: new Map(monthly), approval: new Map(approval) })

async function correct(tx: Tx, { monthly, approval }: Figures): Promise<FigureDifference[]> {
  const stored = await listAllFigures(tx)
  const wrongMonthly = differing(byKey(stored.monthly), monthly, figureTables.monthly_figures.measures)
  const wrongApproval = differing(byKey(stored.approval), approval, figureTables.approval_figures.measures)
  for (const { before } of wrongMonthly)
    if (before)
      await table('monthly_figures').remove(tx, { dimension: before.dimension, month: before.month, name: before.name })
  for (const { before } of wrongApproval)
    if (before)
      await table('approval_figures').remove(tx, {
        dimension: before.dimension,
        month: before.month,
        name: before.name,
      })
  await addMonthlyFigures(
    tx,
    wrongMonthly.flatMap(({ after }) => after ?? []),
  )
  await addApprovalFigures(
    tx,
    wrongApproval.flatMap(({ after }) => after ?? []),
  )
  return [...wrongMonthly, ...wrongApproval].flatMap(({ differences }) => differences)
}

function byKey<Row extends MonthlyFigureTable | ApprovalFigureTable>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [figureKey(row), row]))
}

function differing<Row extends MonthlyFigureTable | ApprovalFigureTable>(
  stored: ReadonlyMap<string, Row>,
  computed: ReadonlyMap<string, Row>,
  measures: readonly (keyof Row & string)[],
): { before: Row | undefined; after: Row | undefined; differences: FigureDifference[] }[] {
  return [...new Set([...stored.keys(), ...computed.keys()])].flatMap((key) => {
    const [before, after] = [stored.get(key), computed.get(key)]
    const differences = measures.flatMap((measure) => {
      const [old, now] = [Number(before?.[measure] ?? 0), Number(after?.[measure] ?? 0)]
      return old === now ? [] : [{ key, measure, stored: old, computed: now }]
    })
    return differences.length > 0 ? [{ before, after, differences }] : []
  })
}
