import { type FunnelPeriod, funnelPeriods } from '#shared/analytics.ts'
import type { AppContext } from '../context.ts'
import { HOUR_MS } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { startOf } from './count-writer.ts'
import { listFirstDecisions, listSignUps } from './funnel-queries.ts'
import { listVisitCounts } from './visit-queries.ts'

/** Full hours including the current one, because counts are kept per hour. */
const hoursOf: Readonly<Record<FunnelPeriod, number>> = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }
const MAX_DECISIONS = 1_000

type Parts = Pick<AppContext, 'db' | 'clock' | 'visitorStats'>

export async function readTrends({ db, clock, visitorStats }: Parts) {
  await visitorStats.write()
  const now = clock.now().getTime()
  const { views, visitors } = visitorStats.perMinute()
  return {
    timestamp: new Date(now).toISOString(),
    viewsPerMinute: views,
    visitorsPerMinute: visitors,
    viewsPerHour: await viewsPerHour(db, now),
    funnels: await readFunnels(db, now),
  }
}

async function viewsPerHour(db: Db, now: number) {
  const hours = hoursOf['24h']
  const sums = new Map<string, number>()
  for (const { starts_at, count } of await listVisitCounts(db, 'views', since(now, '24h')))
    sums.set(starts_at, (sums.get(starts_at) ?? 0) + count)
  return Array.from({ length: hours }, (_, at) => {
    const hour = startOf(now - (hours - 1 - at) * HOUR_MS, HOUR_MS)
    return { at: hour, count: sums.get(hour) ?? 0 }
  })
}

async function readFunnels(db: Db, now: number) {
  const quotes = await listVisitCounts(db, 'quotes', since(now, '30d'))
  const decisions = (await listFirstDecisions(db, since(now, '30d'), MAX_DECISIONS))
    .sort((one, other) => (one.decided_at < other.decided_at ? 1 : -1))
    .slice(0, MAX_DECISIONS)
  const signUps = await listSignUps(db, since(now, '30d'))
  return funnelPeriods.map((period) => {
    const from = since(now, period)
    const people = signUps.filter(({ created_at }) => created_at >= from)
    const durations = decisions
      .filter(({ decided_at }) => decided_at >= from)
      .map(({ created_at, decided_at }) => Date.parse(decided_at) - Date.parse(created_at))
    return {
      period,
      quotes: quotes.reduce((sum, { starts_at, count }) => (starts_at >= from ? sum + count : sum), 0),
      signUps: people.length,
      submitted: people.filter(({ has_submitted }) => has_submitted).length,
      completed: people.filter(({ has_completed }) => has_completed).length,
      decided: durations.length,
      medianDecisionMs: median(durations),
    }
  })
}

function since(now: number, period: FunnelPeriod) {
  return startOf(now - (hoursOf[period] - 1) * HOUR_MS, HOUR_MS)
}

function median(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
