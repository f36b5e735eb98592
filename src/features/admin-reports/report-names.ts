import type { BusinessDimension, LossDimension } from '#shared/report.ts'
import { monthName } from './report-search.ts'

type Dimension = BusinessDimension | LossDimension

/** The order of the lines, in the name of the table. */
export const namesOfShown: Readonly<Record<Dimension, string>> = {
  month: 'by month, the newest first',
  brand: 'by brand',
  method: 'by payment method',
  reviewer: 'by reviewer',
  seller: 'by seller, the largest loss first',
}

export function lineName(by: Dimension, { key, name }: { key: string; name: string }): string {
  return by === 'month' ? monthName(key) : name
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '2.5%', or a dash when there is no share. */
export function percentOf(share: number | null): string {
  return share === null ? '–' : percent.format(share)
}

/** The lines as the screen has them: months with the newest first, without empty ones before the first business. */
export function shownRows<Row>(by: Dimension, rows: readonly Row[], figuresOf: (row: Row) => readonly number[]): Row[] {
  if (by !== 'month') return [...rows]
  const first = rows.findIndex((row) => figuresOf(row).some((figure) => figure !== 0))
  return rows.slice(first < 0 ? -1 : first).toReversed()
}
