import { MINUTE_MS } from '../platform/clock.ts'

const MINUTES = 60

/** `minute` is in minutes since the epoch. */
type Bucket = { minute: number; views: Map<string, number>; maxVisitors: number }

/** A ring of 60 one-minute buckets, of which older ones are overwritten. */
export function createLastHour() {
  const buckets: Bucket[] = []

  function bucketOf(at: number) {
    const minute = Math.floor(at / MINUTE_MS)
    const place = minute % MINUTES
    const found = buckets[place]
    if (found && found.minute > minute) return undefined
    if (found?.minute === minute) return found
    const fresh: Bucket = { minute, views: new Map(), maxVisitors: 0 }
    buckets[place] = fresh
    return fresh
  }

  function points(now: number, count: (bucket: Bucket) => number) {
    const last = Math.floor(now / MINUTE_MS)
    return Array.from({ length: MINUTES }, (_, at) => {
      const minute = last - MINUTES + 1 + at
      const bucket = buckets[minute % MINUTES]
      const isThere = bucket?.minute === minute
      return { at: new Date(minute * MINUTE_MS).toISOString(), count: isThere ? count(bucket) : 0 }
    })
  }

  return {
    /** `at` is in epoch milliseconds; times older than the hour are ignored. */
    addViews(page: string, views: number, at: number) {
      const bucket = bucketOf(at)
      bucket?.views.set(page, (bucket.views.get(page) ?? 0) + views)
    },
    noteVisitors(visitors: number, at: number) {
      const bucket = bucketOf(at)
      if (bucket) bucket.maxVisitors = Math.max(bucket.maxVisitors, visitors)
    },
    /** Most viewed first, then by name. */
    byPage(now: number) {
      const last = Math.floor(now / MINUTE_MS)
      const sums = new Map<string, number>()
      for (const { views } of buckets.filter((bucket) => bucket.minute > last - MINUTES))
        for (const [page, count] of views) sums.set(page, (sums.get(page) ?? 0) + count)
      return [...sums].sort(([page, one], [next, other]) => other - one || (page < next ? -1 : 1))
    },
    viewsPerMinute: (now: number) =>
      points(now, ({ views }) => [...views.values()].reduce((sum, count) => sum + count, 0)),
    visitorsPerMinute: (now: number) => points(now, ({ maxVisitors }) => maxVisitors),
  }
}
