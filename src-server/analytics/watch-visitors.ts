import type { AnalyticsSnapshot } from '#shared/analytics.ts'
import type { AppContext } from '../context.ts'

/** The snapshot, then a new one at most once a second while something changes, until `signal` aborts. */
export function watchVisitors(
  { events, visitorStats }: Pick<AppContext, 'events' | 'visitorStats'>,
  signal: AbortSignal,
): AsyncGenerator<AnalyticsSnapshot> {
  // Listening starts before the first read: what happens in between is in one of the two.
  const changes = events.subscribe(['visitors.changed'], signal)
  visitorStats.watched(signal)
  return (async function* () {
    let last = visitorStats.snapshot()
    yield last
    // A resync says the same as a change: the snapshot is all there is to read.
    for await (const _ of changes) {
      const next = visitorStats.snapshot()
      if (next !== last) yield next
      last = next
    }
  })()
}
