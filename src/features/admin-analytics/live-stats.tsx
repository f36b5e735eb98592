import { formatCount } from '#client/lib/format.ts'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { Stats } from '#client/ui/stats.tsx'
import type { AnalyticsSnapshot, AnalyticsTrends, TrendPoint } from '#shared/analytics-schema.ts'
import { clockTime, trendMessages } from './analytics-messages.ts'

type Props = { snapshot: AnalyticsSnapshot; trends: AnalyticsTrends | undefined }

export function LiveStats({ snapshot, trends }: Props) {
  const counts = [
    ['Active Visitors', snapshot.activeVisitors, 'Active visitors by minute, last hour', trends?.visitorsPerMinute],
    ['Views (Last Hour)', snapshot.recentPageViews, 'Page views by minute, last hour', trends?.viewsPerMinute],
    ['Total Page Views', snapshot.totalPageViews, 'Page views by hour, last 24 hours', trends?.viewsPerHour],
  ] as const
  const figures = counts.map(([label, count, title, points]) => ({
    label,
    value: <WithLine {...{ count, title, points }} />,
  }))
  return (
    <Stats narrow="pairs" figures={[...figures, { label: 'Last Updated', value: clockTime(snapshot.timestamp) }]} />
  )
}

type WithLineProps = { count: number; title: string; points: readonly TrendPoint[] | undefined }

function WithLine({ count, title, points }: WithLineProps) {
  const counts = points?.map((point) => point.count)
  return (
    <span className="cluster gap-3 row-gap-1">
      <span>{formatCount(count)}</span>
      {counts && <Sparkline values={counts} label={trendMessages(title, counts)} />}
    </span>
  )
}
