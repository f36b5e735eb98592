import type { ReactNode } from 'react'
import { CountBar } from '#client/ui/count-bar.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { type BusinessDimension, dimensionNames, type LossDimension } from '#shared/report.ts'
import { monthName } from './report-search.ts'

type Dimension = BusinessDimension | LossDimension

/** The order of the lines, in the name of the table. */
const orderNames: Readonly<Record<Dimension, string>> = {
  month: 'by month, the newest first',
  brand: 'by brand',
  method: 'by payment method',
  reviewer: 'by reviewer',
  seller: 'by seller, the largest loss first',
}

type Line<Sums> = Sums & { key: string; name: string }
type ReportTableProps<Sums> = {
  name: string
  report: { by: Dimension; rows: readonly Line<Sums>[]; total: Sums }
  /** The head of the first column. */
  lines?: string
  nameOf?: (line: Line<Sums>) => ReactNode
  figures: Readonly<Record<string, (sums: Sums) => ReactNode>>
  /** What the bar of a line shows as a share of the largest. */
  size: (sums: Sums) => number
  /** Whether anything is recorded in a line. */
  hasContent: (sums: Sums) => boolean
}

/** The lines of a report and the sums of all. Empty months before the first business are left out. */
export function ReportTable<Sums>({ name, report, figures, size, hasContent, ...props }: ReportTableProps<Sums>) {
  const { by, rows, total } = report
  const isByMonth = by === 'month'
  const max = Math.max(...rows.map(size), 0.0001)
  const first = rows.findIndex(hasContent)
  const nameOf = props.nameOf ?? ((line) => (isByMonth ? monthName(line.key) : line.name))
  return (
    <Table
      name={`${name}, ${orderNames[by]}`}
      narrow="labelled"
      rows={isByMonth ? rows.slice(first < 0 ? -1 : first).toReversed() : rows}
      rowKey={({ key }) => key}
      columns={[
        {
          name: props.lines ?? dimensionNames[by],
          kind: 'bar',
          cell: (line) => <CountBar share={Math.max(size(line), 0) / max}>{nameOf(line)}</CountBar>,
        },
        ...Object.entries(figures).map(([name, cell]) => ({ name, kind: 'number' as const, cell })),
      ]}
      foot={['All', ...Object.values(figures).map((cell) => cell(total))]}
    />
  )
}

export function Amount({ dollars, more }: { dollars: number; more: string }) {
  return (
    <span>
      {formatDollars(dollars)} <span className="subline">{more}</span>
    </span>
  )
}
