import { useState } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { analyticsMessages } from '#shared/analytics.ts'
import { ActiveVisitors } from './active-visitors.tsx'
import styles from './analytics-tab.module.css'
import { CountTable } from './count-table.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { LiveStats } from './live-stats.tsx'
import { TrendTables } from './trend-tables.tsx'
import { useSnapshot, useTrends } from './use-analytics.ts'

/** Who is on the site at this moment, what is looked at, and what becomes of it. */
export function AnalyticsTab() {
  const [isPaused, setIsPaused] = useState(false)
  const [asTables, setAsTables] = useState(false)
  const { data, error, isError, isLive, refetch } = useSnapshot(isPaused)
  const trends = useTrends(isPaused)

  if (!data && isError) return <Problem code={error.data?.code} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} label={analyticsMessages.loading} />
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <h2 className="visually-hidden">Live Analytics</h2>
        <Source isPaused={isPaused} isLive={isLive} />
        <Button variant="secondary" size="small" aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
          Pause updates
        </Button>
        <Button variant="secondary" size="small" aria-pressed={asTables} onClick={() => setAsTables(!asTables)}>
          Charts as tables
        </Button>
      </div>
      {isError && !isLive && (
        <p className={styles.stale} role="status">
          {analyticsMessages.failed} This is the last known state.
        </p>
      )}
      <LiveStats snapshot={data} trends={trends} />
      {asTables && trends && <TrendTables trends={trends} />}
      <div className={styles.columns}>
        <ActiveVisitors visitors={data.visitors} total={data.activeVisitors} />
        <CountTable
          title="Popular Pages (Last Hour)"
          heads={['Page', 'Views']}
          counts={data.pageStats}
          empty={analyticsMessages.noViews}
        />
        <CountTable
          title="Visitor Locations"
          heads={['IP address', 'Visitors']}
          counts={data.ipStats}
          empty={analyticsMessages.noVisitorData}
        />
      </div>
      {trends && <FunnelSection funnels={trends.funnels} />}
    </div>
  )
}

/** Where the figures come from at this moment. */
function Source({ isPaused, isLive }: { isPaused: boolean; isLive: boolean }) {
  if (isPaused) return <Tag tone="warn">Paused</Tag>
  return isLive ? <Tag tone="ok">Live</Tag> : <Tag tone="off">Every 10 seconds</Tag>
}

function Problem({ code, onRetry }: { code?: string; onRetry: () => void }) {
  const setStaff = useSetStaff()
  const hasEnded = code === 'unauthorized' || code === 'forbidden'
  return (
    <StateMessage
      title={analyticsMessages.failed}
      action={
        <Button size="small" onClick={hasEnded ? () => setStaff(null) : onRetry}>
          {hasEnded ? 'Sign in again' : 'Try again'}
        </Button>
      }
    >
      {hasEnded
        ? 'Your staff session has ended.'
        : 'PageViewBeacon are counted all the same; only this page has no news of them.'}
    </StateMessage>
  )
}
