import { formatCount } from '#client/lib/format.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { Table } from '#client/ui/table.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsTrends } from '#shared/analytics-schema.ts'
import { minuteTime } from './analytics-messages.ts'
import styles from './count-table.module.css'

type BarRow = { name: string; size: number; cells: readonly string[] }
type BarTableProps = {
  title: string
  headingLevel?: 3 | 4
  heads: readonly [string, ...string[]]
  empty: string
  rows: readonly BarRow[]
}

/** Each name stands over a bar of the length `size`, relative to the largest one. */
export function BarTable({ title, headingLevel = 3, heads: [first, ...rest], empty, rows }: BarTableProps) {
  const Heading = `h${headingLevel}` as const
  const heading = <Heading>{title}</Heading>
  const max = Math.max(...rows.map(({ size }) => size), 1)
  if (rows.length === 0)
    return (
      <div className="stack gap-3">
        {heading}
        <p className="muted">{empty}</p>
      </div>
    )
  return (
    <Table
      name={title}
      title={heading}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { name: first, kind: 'bar', cell: ({ name, size }) => <CountBar share={size / max}>{name}</CountBar> },
        ...rest.map((head, at) => ({ name: head, kind: 'number' as const, cell: ({ cells }: BarRow) => cells[at] })),
      ]}
    />
  )
}

export function countRows(counts: Readonly<Record<string, number>>): BarRow[] {
  const shown = Object.entries(counts).slice(0, ANALYTICS_LIST_LENGTH)
  return shown.map(([name, count]) => ({ name, size: count, cells: [formatCount(count)] }))
}

const trendTables = [
  { title: 'Active visitors by minute', heads: ['Minute', 'Visitors'], of: 'visitorsPerMinute' },
  { title: 'Page views by minute', heads: ['Minute', 'Views'], of: 'viewsPerMinute' },
  { title: 'Page views by hour', heads: ['Hour', 'Views'], of: 'viewsPerHour' },
] as const

export function TrendTables({ trends }: { trends: AnalyticsTrends }) {
  return (
    <div className={styles.trends}>
      {trendTables.map(({ title, heads, of }) => (
        <Table
          key={of}
          name={title}
          title={<h3>{title}</h3>}
          isTall
          rows={trends[of].toReversed()}
          rowKey={({ at }) => at}
          columns={[
            { name: heads[0], cell: ({ at }) => minuteTime(at) },
            { name: heads[1], kind: 'number', cell: ({ count }) => formatCount(count) },
          ]}
        />
      ))}
    </div>
  )
}
