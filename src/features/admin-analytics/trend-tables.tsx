import { useId } from 'react'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import type { AnalyticsTrends, TrendPoint } from '#shared/analytics-schema.ts'
import { formatCount, minuteTime } from './analytics-messages.ts'
import tables from './tables.module.css'
import styles from './trend-tables.module.css'

/** The values of the sparklines as tables, newest first. */
export function TrendTables({ trends }: { trends: AnalyticsTrends }) {
  return (
    <div className={styles.tables}>
      <TrendTable title="Active visitors by minute" heads={['Minute', 'Visitors']} points={trends.visitorsPerMinute} />
      <TrendTable title="Page views by minute" heads={['Minute', 'Views']} points={trends.viewsPerMinute} />
      <TrendTable title="Page views by hour" heads={['Hour', 'Views']} points={trends.viewsPerHour} />
    </div>
  )
}

type Props = { title: string; heads: readonly [string, string]; points: readonly TrendPoint[] }

function TrendTable({ title, heads, points }: Props) {
  const id = useId()
  return (
    <div className={tables.section}>
      <ScrollRegion className={styles.scroller} aria-labelledby={id}>
        <table className={tables.table}>
          <caption>
            <h3 id={id}>{title}</h3>
          </caption>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col" className={tables.number}>
                {heads[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, count }) => (
              <tr key={at}>
                <th scope="row">{minuteTime(at)}</th>
                <td className={tables.number}>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
