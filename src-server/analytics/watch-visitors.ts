import type { AnalyticsSnapshot } from '#shared/analytics-schema.ts'
import type { AppContext } from '../context.ts'

/** At most once a second, until `signal` aborts. */
export function watchVisitors(
  { events, visitorStats }: Pick<AppContext, 'events' | 'visitorStats'>,
  signal: AbortSignal,
): AsyncGenerator<AnalyticsSnapshot> {
  // Before the first read, so that no change in between is lost.
  const changes = events.subscribe(['visitors.changed'], signal)
  visitorStats.watched(signal)
  return (async function* () {
    let last = visitorStats.snapshot()
    yield last
    // A resync is handled like a change, because each snapshot is complete.
    for await (const _ of changes) {
      const next = visitorStats.snapshot()
      if (next !== last) yield next
      last = next
    }
  })()
}
