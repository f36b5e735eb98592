import { type CSSProperties, memo, type ReactNode, useId } from 'react'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsTrends, TrendPoint } from '#shared/analytics-schema.ts'
import { formatCount, minuteTime } from './analytics-messages.ts'
import styles from './count-table.module.css'
import tables from './tables.module.css'
import trend from './trend-tables.module.css'

type Heads = readonly [name: string, count: string]

type CountTableProps = {
  title: string
  heads: Heads
  /** Counts by name, largest first. */
  counts: Readonly<Record<string, number>>
  empty: string
}

/** The largest counts, up to ANALYTICS_LIST_LENGTH, each with a bar. */
export function CountTable({ title, heads, counts, empty }: CountTableProps) {
  const shown = Object.entries(counts).slice(0, ANALYTICS_LIST_LENGTH)
  const max = Math.max(...shown.map(([, count]) => count), 1)
  if (shown.length === 0)
    return (
      <div className={tables.section}>
        <h3>{title}</h3>
        <p className="muted">{empty}</p>
      </div>
    )
  return (
    <CountedTable title={title} heads={heads}>
      {shown.map(([name, count]) => (
        <CountRow key={name} name={name} count={count} share={count / max} />
      ))}
    </CountedTable>
  )
}

const CountRow = memo(function CountRow({ name, count, share }: { name: string; count: number; share: number }) {
  return (
    <tr>
      <th scope="row" className={tables.barred}>
        <CountBar share={share}>{name}</CountBar>
      </th>
      <td className={tables.number}>{formatCount(count)}</td>
    </tr>
  )
})

/** `children` over a bar of relative length `share` (0 to 1). */
export function CountBar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className={styles.place} style={{ '--share': share } as CSSProperties}>
      {children}
    </span>
  )
}

/** The values of the sparklines as tables, newest first. */
export function TrendTables({ trends }: { trends: AnalyticsTrends }) {
  return (
    <div className={trend.tables}>
      <TrendTable title="Active visitors by minute" heads={['Minute', 'Visitors']} points={trends.visitorsPerMinute} />
      <TrendTable title="Page views by minute" heads={['Minute', 'Views']} points={trends.viewsPerMinute} />
      <TrendTable title="Page views by hour" heads={['Hour', 'Views']} points={trends.viewsPerHour} />
    </div>
  )
}

type TrendTableProps = { title: string; heads: Heads; points: readonly TrendPoint[] }

function TrendTable({ title, heads, points }: TrendTableProps) {
  const id = useId()
  return (
    <div className={tables.section}>
      <ScrollRegion className={trend.scroller} aria-labelledby={id}>
        <CountedTable title={title} titleId={id} heads={heads}>
          {points.toReversed().map(({ at, count }) => (
            <tr key={at}>
              <th scope="row">{minuteTime(at)}</th>
              <td className={tables.number}>{formatCount(count)}</td>
            </tr>
          ))}
        </CountedTable>
      </ScrollRegion>
    </div>
  )
}

type CountedTableProps = { title: string; titleId?: string; heads: Heads; children: ReactNode }

/** A table of two columns: what is counted, and the count. */
function CountedTable({ title, titleId, heads, children }: CountedTableProps) {
  return (
    <table className={tables.table}>
      <caption>
        <h3 id={titleId}>{title}</h3>
      </caption>
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col" className={tables.number}>
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
