import type {
  ApprovalFigureKey,
  ApprovalFigureTable,
  MonthlyFigureKey,
  MonthlyFigureTable,
} from '../platform/db/figure-tables.ts'
import { type FigureLines, measuresOf } from './figure-queries.ts'
import type { TransferSums } from './transfer-sums-queries.ts'

export type Figures = { monthly: Map<string, MonthlyFigureTable>; approval: Map<string, ApprovalFigureTable> }
export const noFigures = (): Figures => ({ monthly: new Map(), approval: new Map() })

export function addToFigures({ monthly, approval }: Figures, sums: readonly TransferSums[]): void {
  for (const row of sums) {
    const { month, approved, brand, method, reviewer, seller } = row
    for (const [dimension, name] of [
      ['all', ''],
      ['brand', brand],
      ['method', method],
      ['reviewer', reviewer],
    ] as const)
      addRow(monthly, { dimension, month, name }, row, measuresOf.monthly_figures)
    for (const [dimension, name] of [
      ['all', ''],
      ['brand', brand],
      ['reviewer', reviewer],
      ['seller', seller],
    ] as const)
      addRow(approval, { dimension, month: approved, name }, row, measuresOf.approval_figures)
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
  const added = plus(measures, rows.get(key), sums)
  if (isZero(added, measures)) rows.delete(key)
  else rows.set(key, { ...fields, ...added })
}

/** The sum of each measure; a missing row has nothing. */
export function plus<Measure extends string>(
  measures: readonly Measure[],
  one?: Readonly<Record<Measure, number>>,
  other?: Readonly<Record<Measure, number>>,
): Record<Measure, number> {
  const sums = measures.map((name) => [name, (one?.[name] ?? 0) + (other?.[name] ?? 0)])
  return Object.fromEntries(sums)
}

/** Names a row of a table of figures: 'brand 2026-11 apple'. */
export function figureKey({ dimension, month, name }: MonthlyFigureKey | ApprovalFigureKey): string {
  return `${dimension} ${month} ${name}`
}

function isZero<Measure extends string>(row: Readonly<Record<Measure, number>>, measures: readonly Measure[]) {
  return measures.every((name) => row[name] === 0)
}

/** The lines of a report: the present rows added to the stored ones. A line in which everything is zero is left out. */
export function linesOf<Measure extends string>(
  measures: readonly Measure[],
  stored: readonly ({ name: string } & Record<Measure, number>)[],
  present: Iterable<{ dimension: string; month: string; name: string } & Record<Measure, number>>,
  { by, from, to, names }: FigureLines<string>,
): Map<string, Record<Measure, number>> {
  const lines = new Map(stored.map((row) => [row.name, plus(measures, row)]))
  for (const row of present) {
    const isListed = row.dimension === (by === 'month' ? 'all' : by) && row.month >= from && row.month <= to
    if (!isListed || (names && !names.includes(row.name))) continue
    const key = by === 'month' ? row.month : row.name
    lines.set(key, plus(measures, lines.get(key), row))
  }
  return new Map([...lines].filter(([, row]) => !isZero(row, measures)))
}
