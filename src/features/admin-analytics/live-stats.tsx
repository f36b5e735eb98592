import type { ReactNode } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { Stats } from '#client/ui/stats.tsx'
import type { AnalyticsSnapshot, AnalyticsTrends, TrendPoint } from '#shared/analytics-schema.ts'
import { clockTime, trendMessages } from './analytics-messages.ts'

type Props = { snapshot: AnalyticsSnapshot; trends: AnalyticsTrends | undefined }

export function LiveStats({ snapshot, trends }: Props) {
  return (
    <Stats
      narrow="pairs"
      figures={[
        {
          label: 'Active Visitors',
          value: (
            <WithLine title="Active visitors by minute, last hour" points={trends?.visitorsPerMinute}>
              {formatCount(snapshot.activeVisitors)}
            </WithLine>
          ),
        },
        {
          label: 'Views (Last Hour)',
          value: (
            <WithLine title="Page views by minute, last hour" points={trends?.viewsPerMinute}>
              {formatCount(snapshot.recentPageViews)}
            </WithLine>
          ),
        },
        {
          label: 'Total Page Views',
          value: (
            <WithLine title="Page views by hour, last 24 hours" points={trends?.viewsPerHour}>
              {formatCount(snapshot.totalPageViews)}
            </WithLine>
          ),
        },
        { label: 'Last Updated', value: clockTime(snapshot.timestamp) },
      ]}
    />
  )
}

type WithLineProps = { title: string; points: readonly TrendPoint[] | undefined; children: ReactNode }

function WithLine({ title, points, children }: WithLineProps) {
  const counts = points?.map(({ count }) => count)
  return (
    <span className="cluster gap-3 row-gap-1">
      <span>{children}</span>
      {counts && <Sparkline values={counts} label={trendMessages(title, counts)} />}
    </span>
  )
}
