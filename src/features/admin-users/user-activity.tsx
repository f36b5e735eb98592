import { useState } from 'react'
import { formatAge } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { useNow } from '#client/lib/use-now.ts'
import { QueryPart } from '#client/ui/query-state.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsSnapshot, Visitor } from '#shared/analytics-schema.ts'
import { userMessages } from '#shared/registered-user.ts'
import styles from './user-activity.module.css'

const POLL_MS = 30_000
const AGE_TICK_MS = 10_000

export function UserActivity() {
  const query = useActiveVisitors()
  return (
    <section className="pad-top-6" aria-labelledby="user-activity">
      <h3 id="user-activity" className="pad-bottom-2">
        Real-time User Activity
      </h3>
      <QueryPart query={query} lines={3} label="Loading activity..." failed="We couldn't load the activity.">
        {(visitors) => <ActivityList visitors={visitors} />}
      </QueryPart>
    </section>
  )
}

function ActivityList({ visitors }: { visitors: readonly Visitor[] }) {
  const now = useNow(AGE_TICK_MS)
  if (visitors.length === 0) return <p>No active visitors</p>
  return (
    <ul className={`plain line-bottom ${styles.list}`}>
      {visitors.map(({ id, userName, currentPage, lastActivity }) => (
        <li key={id} className="baseline pad-block-2 line-top">
          <span className={userName ? 'strong breaks' : 'muted'}>{userName ?? userMessages.guest}</span>
          <span className="mono">{currentPage || '/'}</span>
          <time className="muted" dateTime={lastActivity}>
            {formatAge(lastActivity, now)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** Visitors, pushed on change and polled while the socket is down. No data until the first response. */
function useActiveVisitors() {
  const live = useLive()
  const [pushed, setPushed] = useState<AnalyticsSnapshot>()
  trpc.analytics.watch.useSubscription(undefined, { onData: setPushed })
  const asked = trpc.analytics.snapshot.useQuery(undefined, {
    enabled: !live,
    refetchInterval: POLL_MS,
  })
  const newest = live || !asked.data ? (pushed ?? asked.data) : asked.data
  return { data: newest?.visitors.slice(0, ANALYTICS_LIST_LENGTH), error: asked.error, refetch: asked.refetch }
}
