import type { Logger } from 'pino'
import { SNAPSHOT_LIST_LENGTH } from '#shared/analytics.ts'
import type { AnalyticsSnapshot } from '#shared/analytics-schema.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { ServerDb } from '../platform/db/database.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import { createCountWriter, startOf } from './count-writer.ts'
import { createLastHour } from './rolling-hour.ts'
import { listVisitCounts, sumViews } from './visit-queries.ts'
import { createVisitorSync, type VisitorLink } from './visitor-sync.ts'
import { createVisitors, type Departure, type Sighting } from './visitors.ts'

/** In memory; beyond it the least recently active ones are removed. */
export const MAX_VISITORS = 10_000
/** Enough for an office behind one address, and a bound for a flood. */
export const MAX_VISITORS_PER_NETWORK = 100
const NOTIFY_EVERY_MS = 1_000
/** Until then other nodes have written the counts of signals that this node missed. */
const READ_MISSED_AFTER_MS = 2_000

type TrafficParts = { db: ServerDb; clock: Clock; log: Logger; events: EventBus; link?: VisitorLink | undefined }

/** Visitors stay in memory, counts are written in batches. With a link, the visitors of all nodes are in it. */
export async function createVisitorStats({ db, clock, log, events, link }: TrafficParts) {
  const now = () => clock.now().getTime()
  const visitors = createVisitors({ max: MAX_VISITORS, maxPerNetwork: MAX_VISITORS_PER_NETWORK })
  let lastHour = createLastHour()
  const writer = createCountWriter({ db, clock, log })
  let totalViews = 0

  /** What another node counted in the last second may be missing. */
  async function readViews() {
    await writer.write()
    const total = await sumViews(db)
    const byMinute = await listVisitCounts(db, 'views-by-minute', startOf(now() - HOUR_MS))
    const counted = createLastHour()
    for (const { starts_at, page, count } of byMinute) counted.addViews(page, count, Date.parse(starts_at))
    for (const { at, count } of lastHour.visitorsPerMinute(now())) counted.noteVisitors(count, Date.parse(at))
    totalViews = total
    lastHour = counted
  }
  await readViews()

  let version = 0
  let publishedVersion = 0
  let minute = Math.floor(now() / MINUTE_MS)
  let [hourStart, minuteStart] = startsOf(minute)
  let watchers = 0
  let notifyTimer: NodeJS.Timeout | undefined
  let taken: { version: number; at: number; snapshot: AnalyticsSnapshot } | undefined
  const stopListening = events.listen((event) => {
    if (event.name === 'session.ended') visitors.forgetSession(event.sessionId)
    else if (event.name === 'data.cleared') {
      totalViews = 0
      lastHour = createLastHour()
    } else return
    version++
  })

  /** Removes inactive visitors and records the minutes without signals. */
  function settle(at: number) {
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

  function notify() {
    settle(now())
    if (version === publishedVersion) return
    publishedVersion = version
    events.publish({ name: 'visitors.changed' })
  }

  function take(at: number): AnalyticsSnapshot {
    const pages = lastHour.byPage(at)
    return {
      activeVisitors: visitors.count(),
      recentPageViews: pages.reduce((sum, [, views]) => sum + views, 0),
      totalPageViews: totalViews,
      timestamp: new Date(at).toISOString(),
      visitors: visitors
        .newest(SNAPSHOT_LIST_LENGTH)
        .map(({ page, customer, cameAt, lastSeenAt, id, ip, userAgent, pageViews }) => ({
          ...{ id, ip, userAgent, pageViews },
          currentPage: page,
          duration: at - cameAt,
          lastActivity: new Date(lastSeenAt).toISOString(),
          ...(customer && { userName: customer.name }),
        })),
      pageStats: Object.fromEntries(pages),
      ipStats: Object.fromEntries(visitors.addresses(SNAPSHOT_LIST_LENGTH)),
    }
  }

  function see(sighting: Sighting, isView: boolean) {
    const at = now()
    settle(at)
    visitors.see(sighting, isView, at)
    lastHour.noteVisitors(visitors.count(), at)
    version++
    if (!isView) return
    totalViews++
    lastHour.addViews(sighting.page, 1, at)
  }

  function leave(departure: Departure) {
    if (visitors.leave(departure)) version++
  }

  function readMissedViews() {
    readViews().then(
      () => version++,
      (error: unknown) => log.error({ err: error }, 'could not read visit counts'),
    )
  }

  let readTimer: NodeJS.Timeout | undefined
  const sync =
    link &&
    createVisitorSync(link, {
      apply(signal) {
        if ('leaves' in signal) leave({ visitorId: signal.leaves, sentAt: signal.sentAt })
        else see(signal.sighting, signal.isView)
      },
      merge(others, perMinute) {
        visitors.merge(others)
        for (const { at, count } of perMinute) lastHour.noteVisitors(count, Date.parse(at))
        version++
      },
      list: () => ({ visitors: visitors.newest(MAX_VISITORS), perMinute: lastHour.visitorsPerMinute(now()) }),
      missed() {
        clearTimeout(readTimer)
        readTimer = setTimeout(readMissedViews, READ_MISSED_AFTER_MS).unref()
      },
    })

  return {
    see(sighting: Sighting, isView: boolean) {
      see(sighting, isView)
      sync?.share({ sighting, isView })
      if (!isView) return
      writer.count('views', hourStart, sighting.page)
      writer.count('views-by-minute', minuteStart, sighting.page)
    },
    leave(departure: Departure) {
      leave(departure)
      sync?.share({ leaves: departure.visitorId, sentAt: departure.sentAt })
    },
    countQuote() {
      settle(now())
      writer.count('quotes', hourStart, '')
    },
    /** The same object until something changes, for a second at most. */
    snapshot() {
      const at = now()
      settle(at)
      if (taken?.version !== version || at - taken.at >= NOTIFY_EVERY_MS) taken = { version, at, snapshot: take(at) }
      return taken.snapshot
    },
    perMinute() {
      const at = now()
      settle(at)
      return { views: lastHour.viewsPerMinute(at), visitors: lastHour.visitorsPerMinute(at) }
    },
    /** Publishes 'visitors.changed' at most once a second until `signal` aborts. */
    watched(signal: AbortSignal) {
      if (signal.aborted) return
      if (watchers++ === 0) {
        publishedVersion = version
        notifyTimer = setInterval(notify, NOTIFY_EVERY_MS).unref()
      }
      const leave = () => {
        if (--watchers === 0) clearInterval(notifyTimer)
      }
      signal.addEventListener('abort', leave, { once: true })
    },
    notify,
    write: writer.write,
    async stop() {
      stopListening()
      sync?.stop()
      clearTimeout(readTimer)
      clearInterval(notifyTimer)
      await writer.stop()
    },
    size: visitors.size,
  }
}

/** Given in minutes since the epoch. */
function startsOf(minute: number): [hour: string, minute: string] {
  const at = minute * MINUTE_MS
  return [startOf(at, HOUR_MS), startOf(at)]
}
