import { useState } from 'react'
import { counted, formatCount } from '#client/lib/format.ts'
import { useSignInAgain, useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { Tag } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { CountBar } from '#client/ui/count-bar.tsx'
import { QueryState, TryAgain } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { ANALYTICS_LIST_LENGTH, analyticsMessages } from '#shared/analytics.ts'
import type { AnalyticsSnapshot, AnalyticsTrends, Funnel, TrendPoint, Visitor } from '#shared/analytics-schema.ts'
import { clockTime, share, stayMinutes, trendMessages, waitingTime } from './analytics-messages.ts'
import styles from './analytics-tab.module.css'
import { BarTable, countRows, OrderReportSection, TrendTables } from './count-tables.tsx'
import funnelStyles from './funnel-section.module.css'
import { funnelRange, periodChoices, periods, type ReportPeriod } from './report-period.ts'

export function AnalyticsTab() {
  const [isPaused, setIsPaused] = useState(false)
  const [asTables, setAsTables] = useState(false)
  const [period, setPeriod] = useState<ReportPeriod>('7d')
  const query = useSnapshot(isPaused)
  const { error, isLive } = query
  const { isOwner } = useStaffPermissions()
  // Polled, because the server does not push them.
  const { data: trends } = trpc.analytics.trends.useQuery(undefined, { refetchInterval: isPaused ? false : TRENDS_MS })
  const signIn = useSignInAgain(error)

  return (
    <QueryState
      query={query}
      loading={<Skeleton lines={12} label={analyticsMessages.loading} />}
      failed={({ retry }) => (
        <StateMessage title={analyticsMessages.failed} action={<TryAgain retry={retry} signIn={signIn} />}>
          {signIn ? 'Your staff session has ended.' : "Visits are still counted; this page just isn't updating."}
        </StateMessage>
      )}
    >
      {(snapshot) => (
        <div className={`stack gap-5 ${styles.tab}`}>
          <div className={`cluster gap-3 row-gap-2 ${styles.bar}`}>
            <h2 className="visually-hidden">Live Analytics</h2>
            <Source isPaused={isPaused} isLive={isLive} />
            <SmallButton aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
              Pause updates
            </SmallButton>
            <SmallButton aria-pressed={asTables} onClick={() => setAsTables(!asTables)}>
              Charts as tables
            </SmallButton>
          </div>
          {error && !isLive && (
            <p className="warn" role="status">
              {analyticsMessages.failed} These figures may be out of date.
            </p>
          )}
          <LiveStats snapshot={snapshot} trends={trends} />
          {asTables && trends && <TrendTables trends={trends} />}
          <div className={`stack top gap-6 ${styles.columns}`}>
            <ActiveVisitors snapshot={snapshot} />
            <BarTable
              title="Popular Pages (Last Hour)"
              heads={['Page', 'Views']}
              rows={countRows(snapshot.pageStats)}
              empty={analyticsMessages.noViews}
            />
            <BarTable
              title="Visitor Locations"
              heads={['IP address', 'Visitors']}
              rows={countRows(snapshot.ipStats)}
              empty={analyticsMessages.noVisitorData}
            />
          </div>
          <ChoiceButtons label="Period" choices={periodChoices(isOwner)} chosen={period} onChoose={setPeriod} />
          {trends && <FunnelSection funnels={trends.funnels} period={period} />}
          {isOwner && <OrderReportSection period={period} />}
        </div>
      )}
    </QueryState>
  )
}

function Source({ isPaused, isLive }: { isPaused: boolean; isLive: boolean }) {
  if (isPaused) return <Tag tone="warn">Paused</Tag>
  return isLive ? <Tag tone="ok">Live</Tag> : <Tag tone="off">Every 10 seconds</Tag>
}

const POLL_MS = 10_000
/** Maximum delay of the trends behind the pushed figures. */
const TRENDS_MS = 5_000

/** The snapshot, pushed while the socket is open and polled while it is down. Frozen while `isPaused`. */
function useSnapshot(isPaused: boolean) {
  const isLive = useLive()
  const utils = trpc.useUtils()
  trpc.analytics.watch.useSubscription(undefined, {
    enabled: !isPaused,
    onData: (snapshot) => utils.analytics.snapshot.setData(undefined, snapshot),
  })
  const query = trpc.analytics.snapshot.useQuery(undefined, { refetchInterval: isLive || isPaused ? false : POLL_MS })
  return { ...query, isLive }
}

const columns: readonly Column<Visitor>[] = [
  { name: 'IP address', cell: ({ ip }) => <span className="mono">{ip}</span> },
  { name: 'Current page', wraps: true, cell: ({ currentPage }) => currentPage || '/' },
  { name: 'Page views', kind: 'number', cell: ({ pageViews }) => formatCount(pageViews) },
  { name: 'Duration', kind: 'number', cell: ({ duration }) => stayMinutes(duration) },
  { name: 'Last activity', kind: 'number', cell: ({ lastActivity }) => clockTime(lastActivity) },
]

function ActiveVisitors({ snapshot: { visitors, activeVisitors } }: { snapshot: AnalyticsSnapshot }) {
  const shown = visitors.slice(0, ANALYTICS_LIST_LENGTH)
  if (shown.length === 0)
    return (
      <StateMessage headingLevel={3} title={analyticsMessages.noVisitors}>
        People who open the shop appear here while they look at it.
      </StateMessage>
    )
  return (
    <div className="stack gap-3">
      <Table name="Active now" title={<h3>Active now</h3>} columns={columns} rows={shown} rowKey={({ id }) => id} />
      {activeVisitors > shown.length && (
        <p className="muted">
          Showing {shown.length} of {formatCount(activeVisitors)}, most recent activity first
        </p>
      )}
    </div>
  )
}

function LiveStats({ snapshot, trends }: { snapshot: AnalyticsSnapshot; trends: AnalyticsTrends | undefined }) {
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

const steps = [
  ['Signed up', 'signUps'],
  ['Submitted an order', 'submitted'],
  ['Got paid', 'completed'],
] as const

function FunnelSection({ funnels, period }: { funnels: readonly Funnel[]; period: ReportPeriod }) {
  const funnel = funnels.find((each) => each.period === periods[period].funnel)
  if (!funnel) return null
  const { decided, medianDecisionMs } = funnel
  return (
    <section className="stack gap-3" aria-labelledby="funnel-title">
      <div className="cluster baseline gap-3 row-gap-0">
        <h3 id="funnel-title">From sign-up to payout</h3>
        <p className="muted">{funnelRange(period)}</p>
      </div>
      <div className={`stack gap-6 row-gap-5 ${funnelStyles.body}`}>
        <Table
          name={`From sign-up to payout, ${funnelRange(period)}`}
          rows={steps}
          rowKey={([, step]) => step}
          columns={[
            {
              name: 'Step',
              kind: 'bar',
              cell: ([name, step]) => <CountBar share={funnel[step] / Math.max(funnel.signUps, 1)}>{name}</CountBar>,
            },
            { name: 'People', kind: 'number', cell: ([, step]) => formatCount(funnel[step]) },
            { name: 'Of sign-ups', kind: 'number', cell: ([, step]) => share(funnel[step], funnel.signUps) },
          ]}
        />
        <dl className={`facts cluster stretch gap-6 row-gap-4 ${funnelStyles.figures}`}>
          <div>
            <dt>Median decision time</dt>
            <dd>{medianDecisionMs === null ? '–' : waitingTime(medianDecisionMs)}</dd>
            <dd className="muted">
              {decided === 0 ? 'No orders decided yet' : `Based on ${counted(decided, 'decided order')}`}
            </dd>
          </div>
          <div>
            <dt>Quotes given</dt>
            <dd>{formatCount(funnel.quotes)}</dd>
            <dd className="muted">With and without an account</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
