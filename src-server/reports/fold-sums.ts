import type {
  ApprovalFigureKey,
  ApprovalFigureTable,
  MonthlyFigureKey,
  MonthlyFigureTable,
} from '../platform/db/figure-tables.ts'
import { figureTables } from './figure-queries.ts'
import type { TransferSums } from './transfer-sums-queries.ts'

export type Figures = { monthly: Map<string, MonthlyFigureTable>; approval: Map<string, ApprovalFigureTable> }
export const noFigures = (): Figures => ({ monthly: new Map(), approval: new Map() })

export function addToFigures({ monthly, approval }: Figures, sums: readonly TransferSums[]): void {
  const { monthly_figures, approval_figures } = figureTables
  for (const row of sums) {
    const { month, approved, brand, method, reviewer, seller } = row
    for (const [dimension, name] of [
      ['all', ''],
      ['brand', brand],
      ['method', method],
      ['reviewer', reviewer],
    ] as const)
      addRow(monthly, { dimension, month, name }, row, monthly_figures.measures)
    for (const [dimension, name] of [
      ['all', ''],
      ['brand', brand],
      ['reviewer', reviewer],
      ['seller', seller],
    ] as const)
      addRow(approval, { dimension, month: approved, name }, row, approval_figures.measures)
  }
}

/** Adds sums to the row of this key. A row in which everything is zero is left out. */
function addRow<Key extends MonthlyFigureKey | ApprovalFigureKey, Measure extends string>(
  rows: Map<string, Key & Record<Measure, number>>,
  fields: Key,
  sums: Readonly<Record<Measure, number>>,
  measures: readonly Measure[],
): void {
  const key = figureKey(fields)
  const before = rows.get(key)
  const added = Object.fromEntries(measures.map((name) => [name, (before?.[name] ?? 0) + sums[name]])) as Record<
    Measure,
    number
  >
  if (isZero(added, measures)) rows.delete(key)
  else rows.set(key, { ...fields, ...added })
}

/** Names a row of a table of figures: 'brand 2026-11 apple'. */
export function figureKey({ dimension, month, name }: MonthlyFigureKey | ApprovalFigureKey): string {
  return `${dimension} ${month} ${name}`
}

/** Whether the row says nothing: what it added up came to zero. */
export function isZero<Measure extends string>(row: Readonly<Record<Measure, number>>, measures: readonly Measure[]) {
  return measures.every((name) => row[name] === 0)
}
