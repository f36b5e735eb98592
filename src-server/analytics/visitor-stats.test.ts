import { expect, test } from 'vitest'
import type { AppEvent } from '../platform/events/event-bus.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { aSign } from '../testing/test-support/visits.ts'
import { MAX_VISITORS, MAX_VISITORS_PER_NETWORK } from './visitor-stats.ts'

const HOUR_MS = 60 * 60_000

/** Collects the 'visitors.changed' events from now on. */
function collectEvents({ ctx }: TestApp): AppEvent[] {
  const published: AppEvent[] = []
  ctx.events.listen((event) => {
    if (event.name === 'visitors.changed') published.push(event)
  })
  return published
}

test('keeps counts over a restart, including the last hour', async () => {
  using folder = tempFolder()
  const DATABASE_URL = `sqlite:${folder.path}/exchange.sqlite`
  const DATA_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`
  const first = await createTestApp({ DATABASE_URL, DATA_KEYS })
  await aSign(first, 'a')
  first.clock.advance(HOUR_MS)
  await aSign(first, 'a', { page: '/contact' })
  await aSign(first, 'b', { page: '/contact' })
  await first[Symbol.asyncDispose]()
  await using second = await createTestApp({ DATABASE_URL, DATA_KEYS })
  second.clock.advance(HOUR_MS)
  const snapshot = second.ctx.visitorStats.snapshot()
  expect(snapshot).toMatchObject({ activeVisitors: 0, totalPageViews: 3, recentPageViews: 2 })
  expect(snapshot.pageStats).toEqual({ '/contact': 2 })
})

test('adds views to one row per hour and deletes minutes older than the hour', async () => {
  await using app = await createTestApp()
  for (let at = 0; at < 5; at++) await aSign(app, 'a')
  await app.ctx.visitorStats.write()
  for (let at = 0; at < 3; at++) await aSign(app, 'a')
  await app.ctx.visitorStats.write()
  const rows = () => app.ctx.db.selectFrom('visit_counts').select(['what', 'starts_at', 'count']).execute()
  const [hour, minute] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z']
  expect(await rows()).toEqual([
    { what: 'views', starts_at: hour, count: 8 },
    { what: 'views-by-minute', starts_at: minute, count: 8 },
  ])
  app.clock.advance(2 * HOUR_MS)
  await aSign(app, 'a')
  await app.ctx.visitorStats.write()
  expect(await rows()).toEqual([
    { what: 'views', starts_at: hour, count: 8 },
    { what: 'views', starts_at: '2026-11-20T14:00:00.000Z', count: 1 },
    { what: 'views-by-minute', starts_at: '2026-11-20T14:00:00.000Z', count: 1 },
  ])
})

test('retries counts that could not be written', async () => {
  await using app = await createTestApp()
  const { db, visitorStats } = app.ctx
  await aSign(app, 'a')
  await db.schema.alterTable('visit_counts').renameTo('elsewhere').execute()
  await visitorStats.write()
  expect(app.log()).toContain('could not write visit counts, will retry')
  await aSign(app, 'a')
  await db.schema.alterTable('elsewhere').renameTo('visit_counts').execute()
  await visitorStats.write()
  const { count } = await db
    .selectFrom('visit_counts')
    .select('count')
    .where('what', '=', 'views')
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
})

test('limits 200,000 visitors in memory and stores no address or name', async () => {
  await using app = await createTestApp()
  const { visitorStats, db } = app.ctx
  const sighting = { userAgent: 'Firefox', page: 'other', customer: undefined } as const
  for (let at = 0; at < 200_000; at++)
    visitorStats.see(
      { ...sighting, visitorId: `visitor ${at}`, ip: `${at >> 16}.${(at >> 8) & 255}.${at & 255}.1` },
      true,
    )
  expect(visitorStats.snapshot().activeVisitors).toBe(MAX_VISITORS)
  expect(visitorStats.size()).toBe(2 * MAX_VISITORS)
  for (let at = 0; at < 1_000; at++) visitorStats.see({ ...sighting, visitorId: `near ${at}`, ip: '192.0.2.1' }, true)
  expect(visitorStats.snapshot().ipStats['192.0.2.1']).toBe(MAX_VISITORS_PER_NETWORK)
  await visitorStats.write()
  expect(await db.selectFrom('visit_counts').select(['what', 'page', 'count']).execute()).toEqual([
    { what: 'views', page: 'other', count: 201_000 },
    { what: 'views-by-minute', page: 'other', count: 201_000 },
  ])
})

test('publishes nothing without watchers', async () => {
  await using app = await createTestApp()
  const published = collectEvents(app)
  await aSign(app, 'a')
  expect(published).toEqual([])
})

test('publishes one event for many changes and none without a change', async () => {
  await using app = await createTestApp()
  const { visitorStats } = app.ctx
  const published = collectEvents(app)
  const watching = new AbortController()
  visitorStats.watched(watching.signal)
  for (let at = 0; at < 100; at++) await aSign(app, `${at}`)
  visitorStats.notify()
  visitorStats.notify()
  expect(published).toHaveLength(1)
  // Time alone changes the number of visitors.
  app.clock.advance(5 * 60_000)
  visitorStats.notify()
  expect(published).toHaveLength(2)
  expect(visitorStats.snapshot().activeVisitors).toBe(0)
  watching.abort()
})

test('shares one snapshot among watchers', async () => {
  await using app = await createTestApp()
  await aSign(app, 'a')
  const { visitorStats } = app.ctx
  expect(visitorStats.snapshot()).toBe(visitorStats.snapshot())
  const before = visitorStats.snapshot()
  await aSign(app, 'b')
  expect(visitorStats.snapshot()).not.toBe(before)
})

test('returns visitors and views for each minute of the last hour', async () => {
  await using app = await createTestApp()
  await aSign(app, 'a')
  await aSign(app, 'b')
  await aSign(app, 'b', { sign: 'leave' })
  app.clock.advance(7 * 60_000)
  const { visitors, views } = app.ctx.visitorStats.perMinute()
  expect(visitors.slice(-9).map(({ count }) => count)).toEqual([0, 2, 1, 1, 1, 1, 0, 0, 0])
  expect(views.slice(-9).map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0])
})
