import type { Logger } from 'pino'
import type { AnalyticsSnapshot, TrendPoint } from '#shared/analytics.ts'
import { SNAPSHOT_LIST_LENGTH } from '#shared/analytics.ts'
import type { Clock } from '../clock.ts'
import type { ServerDb } from '../db/database.ts'
import type { EventBus } from '../events/event-bus.ts'
import { createCountWriter } from './count-writer.ts'
import { createLastHour } from './rolling-hour.ts'
import { HOUR_MS, MINUTE_MS, startOf } from './time-buckets.ts'
import { listVisitCounts, sumViews } from './visit-queries.ts'
import { createVisitors, type Sighting } from './visitors.ts'

/** More visitors than this are a flood: those without a sign for the longest time go first. */
export const MOST_VISITORS = 10_000
/** An office behind one address has this many at once, and a flooder no more. */
export const MOST_VISITORS_PER_NETWORK = 100
/** Whoever watches is told at most this often. */
const TELL_EVERY_MS = 1_000

/** PageViewBeacon as they happen: who is here lives in memory, counts go to the database in batches. */
export type VisitorStats = {
  /** A visitor gives a sign; `isView` when they came to a page. */
  see(sighting: Sighting, isView: boolean): void
  leave(visitorId: string): void
  countQuote(): void
  /** Who is here and what was looked at. The same object until something changes, for a second at most. */
  snapshot(): AnalyticsSnapshot
  perMinute(): { views: TrendPoint[]; visitors: TrendPoint[] }
  /** Until `signal` aborts, changes are told as 'visitors.changed', at most once a second. Without watchers nobody is. */
  watched(signal: AbortSignal): void
  /** Tells the watchers now, if something changed since they were last told. */
  tell(): void
  /** Writes what was counted; after a failure it is kept for the next time. */
  write(): Promise<void>
  /** Writes the rest and ends the work. */
  stop(): Promise<void>
  /** How many entries of visitors are held in memory. */
  size(): number
}

export type TrafficParts = { db: ServerDb; clock: Clock; log: Logger; events: EventBus }

/** Starts with what the database has counted. */
export async function createVisitorStats({ db, clock, log, events }: TrafficParts): Promise<VisitorStats> {
  const now = () => clock.now().getTime()
  const visitors = createVisitors({ most: MOST_VISITORS, mostPerNetwork: MOST_VISITORS_PER_NETWORK })
  let lastHour = createLastHour()
  const writer = createCountWriter({ db, clock, log })
  let totalViews = await sumViews(db)
  for (const { starts_at, page, count } of await listVisitCounts(db, 'views-by-minute', startOf(now() - HOUR_MS)))
    lastHour.addViews(page, count, Date.parse(starts_at))

  /** Goes up with every change of what a snapshot says. */
  let version = 0
  let toldVersion = 0
  let minute = Math.floor(now() / MINUTE_MS)
  let [hourStart, minuteStart] = startsOf(minute)
  let watchers = 0
  let tellTimer: NodeJS.Timeout | undefined
  let taken: { version: number; at: number; snapshot: AnalyticsSnapshot } | undefined
  const stopListening = events.listen((event) => {
    if (event.name === 'session.ended') visitors.forgetSession(event.sessionId)
    else if (event.name === 'data.cleared') {
      totalViews = 0
      lastHour = createLastHour()
    } else return
    version++
  })

  /** Lets the time pass: visitors go, and minutes that nobody looked at are noted. */
  function settle(at: number): void {
    const current = Math.floor(at / MINUTE_MS)
    if (current === minute) {
      if (visitors.sweep(at)) version++
      return
    }
    version++
    for (minute = Math.max(minute, current - HOUR_MS / MINUTE_MS); minute < current; ) {
      minute++
      if (visitors.sweep(minute * MINUTE_MS)) version++
      lastHour.noteVisitors(visitors.count(), minute * MINUTE_MS)
    }
    ;[hourStart, minuteStart] = startsOf(minute)
    if (visitors.sweep(at)) version++
  }

  function tell(): void {
    settle(now())
    if (version === toldVersion) return
    toldVersion = version
    events.publish({ name: 'visitors.changed' })
  }

  function take(at: number): AnalyticsSnapshot {
    const pages = lastHour.byPage(at)
    return {
      activeVisitors: visitors.count(),
      recentPageViews: pages.reduce((sum, [, views]) => sum + views, 0),
      totalPageViews: totalViews,
      timestamp: new Date(at).toISOString(),
      visitors: visitors.newest(SNAPSHOT_LIST_LENGTH).map(({ page, customer, cameAt, lastSeenAt, ...visitor }) => ({
        id: visitor.id,
        ip: visitor.ip,
        userAgent: visitor.userAgent,
        currentPage: page,
        pageViews: visitor.pageViews,
        duration: at - cameAt,
        lastActivity: new Date(lastSeenAt).toISOString(),
        ...(customer && { userName: customer.name }),
      })),
      pageStats: Object.fromEntries(pages),
      ipStats: Object.fromEntries(visitors.addresses(SNAPSHOT_LIST_LENGTH)),
    }
  }

  return {
    see(sighting, isView) {
      const at = now()
      settle(at)
      visitors.see(sighting, isView, at)
      lastHour.noteVisitors(visitors.count(), at)
      version++
      if (!isView) return
      totalViews++
      lastHour.addViews(sighting.page, 1, at)
      writer.count('views', hourStart, sighting.page)
      writer.count('views-by-minute', minuteStart, sighting.page)
    },
    leave(visitorId) {
      if (visitors.leave(visitorId)) version++
    },
    countQuote() {
      settle(now())
      writer.count('quotes', hourStart, '')
    },
    snapshot() {
      const at = now()
      settle(at)
      if (taken?.version !== version || at - taken.at >= TELL_EVERY_MS) taken = { version, at, snapshot: take(at) }
      return taken.snapshot
    },
    perMinute() {
      const at = now()
      settle(at)
      return { views: lastHour.viewsPerMinute(at), visitors: lastHour.visitorsPerMinute(at) }
    },
    watched(signal) {
      if (signal.aborted) return
      if (watchers++ === 0) {
        toldVersion = version
        tellTimer = setInterval(tell, TELL_EVERY_MS).unref()
      }
      const leave = () => {
        if (--watchers === 0) clearInterval(tellTimer)
      }
      signal.addEventListener('abort', leave, { once: true })
    },
    tell,
    write: writer.write,
    async stop() {
      stopListening()
      clearInterval(tellTimer)
      await writer.stop()
    },
    size: visitors.size,
  }
}

/** When the hour and the minute began that this minute since the epoch is of. */
function startsOf(minute: number): [hour: string, minute: string] {
  const at = minute * MINUTE_MS
  return [startOf(at, HOUR_MS), startOf(at)]
}
