import { CountBar } from '#client/ui/count-bar.tsx'
import { Table } from '#client/ui/table.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsTrends, TrendPoint } from '#shared/analytics-schema.ts'
import { formatCount, minuteTime } from './analytics-messages.ts'
import styles from './count-table.module.css'

type Heads = readonly [name: string, count: string]

type CountTableProps = {
  title: string
  heads: Heads
  /** Counts by name, largest first. */
  counts: Readonly<Record<string, number>>
  empty: string
}

export function CountTable({ title, heads, counts, empty }: CountTableProps) {
  const shown = Object.entries(counts).slice(0, ANALYTICS_LIST_LENGTH)
  const max = Math.max(...shown.map(([, count]) => count), 1)
  if (shown.length === 0)
    return (
      <div className="stack gap-3">
        <h3>{title}</h3>
        <p className="muted">{empty}</p>
      </div>
    )
  return (
    <Table
      name={title}
      title={<h3>{title}</h3>}
      rows={shown}
      rowKey={([name]) => name}
      columns={[
        { name: heads[0], kind: 'bar', cell: ([name, count]) => <CountBar share={count / max}>{name}</CountBar> },
        { name: heads[1], kind: 'number', cell: ([, count]) => formatCount(count) },
      ]}
    />
  )
}

export function TrendTables({ trends }: { trends: AnalyticsTrends }) {
  return (
    <div className={styles.trends}>
      <TrendTable title="Active visitors by minute" heads={['Minute', 'Visitors']} points={trends.visitorsPerMinute} />
      <TrendTable title="Page views by minute" heads={['Minute', 'Views']} points={trends.viewsPerMinute} />
      <TrendTable title="Page views by hour" heads={['Hour', 'Views']} points={trends.viewsPerHour} />
    </div>
  )
}

type TrendTableProps = { title: string; heads: Heads; points: readonly TrendPoint[] }

function TrendTable({ title, heads, points }: TrendTableProps) {
  return (
    <Table
      name={title}
      title={<h3>{title}</h3>}
      isTall
      rows={points.toReversed()}
      rowKey={({ at }) => at}
      columns={[
        { name: heads[0], cell: ({ at }) => minuteTime(at) },
        { name: heads[1], kind: 'number', cell: ({ count }) => formatCount(count) },
      ]}
    />
  )
}
