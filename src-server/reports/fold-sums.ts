import {
  type FigureKey,
  type FigureLines,
  type FigureRow,
  type FigureTable,
  type Measure,
  measuresOf,
} from './figure-queries.ts'
import type { TransferSums } from './transfer-sums-queries.ts'

export type Figures = { [Of in FigureTable]: Map<string, FigureRow<Of>> }
export const noFigures = (): Figures => ({ monthly_figures: new Map(), approval_figures: new Map() })

export function addToFigures(figures: Figures, sums: readonly TransferSums[]) {
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
export function figureKey({ dimension, month, name }: Readonly<Record<keyof FigureKey, string>>): string {
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
