import { expect } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { AppEvent } from '../platform/events/event-bus.ts'
import { test } from '../testing/test-support/app-test.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { aSign } from '../testing/test-support/visits.ts'
import { isBot } from './record-visit.ts'
import { createLastHour } from './rolling-hour.ts'
import { MAX_VISITORS, MAX_VISITORS_PER_NETWORK } from './visitor-stats.ts'
import { createRecencyList } from './visitors.ts'

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

test('adds views to one row per hour and deletes minutes older than the hour', async ({ app }) => {
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

test('retries counts that could not be written', async ({ app }) => {
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

test('limits 200,000 visitors in memory and stores no address or name', async ({ app }) => {
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

test('publishes nothing without watchers', async ({ app }) => {
  const published = collectEvents(app)
  await aSign(app, 'a')
  expect(published).toEqual([])
})

test('publishes one event for many changes and none without a change', async ({ app }) => {
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

test('shares one snapshot among watchers', async ({ app }) => {
  await aSign(app, 'a')
  const { visitorStats } = app.ctx
  expect(visitorStats.snapshot()).toBe(visitorStats.snapshot())
  const before = visitorStats.snapshot()
  await aSign(app, 'b')
  expect(visitorStats.snapshot()).not.toBe(before)
})

test('returns visitors and views for each minute of the last hour', async ({ app }) => {
  await aSign(app, 'a')
  await aSign(app, 'b')
  await aSign(app, 'b', { sign: 'leave' })
  app.clock.advance(7 * 60_000)
  const { visitors, views } = app.ctx.visitorStats.perMinute()
  expect(visitors.slice(-9).map(({ count }) => count)).toEqual([0, 2, 1, 1, 1, 1, 0, 0, 0])
  expect(views.slice(-9).map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0])
})

const start = Date.parse('2026-11-20T12:00:30.000Z')

test('counts a view for sixty minutes', () => {
  const hour = createLastHour()
  hour.addViews('/', 2, start)
  hour.addViews('/contact', 3, start + 59 * MINUTE_MS)
  expect(hour.byPage(start + 59 * MINUTE_MS)).toEqual([
    ['/contact', 3],
    ['/', 2],
  ])
  expect(hour.byPage(start + 60 * MINUTE_MS)).toEqual([['/contact', 3]])
  expect(hour.byPage(start + 500 * MINUTE_MS)).toEqual([])
})

test('orders pages with as many views by name, in whatever minutes they were seen', () => {
  const hour = createLastHour()
  // The ring of minutes starts again with each hour.
  const nextHour = Math.ceil(start / (60 * MINUTE_MS)) * 60 * MINUTE_MS
  for (const [minute, page] of ['/exchange', '/'].entries()) hour.addViews(page, 1, nextHour + minute * MINUTE_MS)
  hour.addViews('/contact', 1, nextHour - MINUTE_MS)
  expect(hour.byPage(nextHour + MINUTE_MS).map(([page]) => page)).toEqual(['/', '/contact', '/exchange'])
})

test('returns all minutes in order, empty ones with zero', () => {
  const hour = createLastHour()
  hour.addViews('/', 2, start)
  hour.addViews('/contact', 1, start)
  hour.addViews('/', 4, start + 2 * MINUTE_MS)
  const points = hour.viewsPerMinute(start + 2 * MINUTE_MS)
  expect(points).toHaveLength(60)
  expect(points.slice(-3)).toEqual([
    { at: '2026-11-20T12:00:00.000Z', count: 3 },
    { at: '2026-11-20T12:01:00.000Z', count: 0 },
    { at: '2026-11-20T12:02:00.000Z', count: 4 },
  ])
  expect(points[0]?.at).toBe('2026-11-20T11:03:00.000Z')
})

test('keeps the maximum of concurrent visitors per minute', () => {
  const hour = createLastHour()
  for (const count of [2, 5, 3]) hour.noteVisitors(count, start)
  expect(hour.visitorsPerMinute(start).at(-1)?.count).toBe(5)
})

test('ignores times older than the hour', () => {
  const hour = createLastHour()
  hour.addViews('/', 1, start)
  hour.addViews('/', 7, start - 60 * MINUTE_MS)
  expect(hour.byPage(start)).toEqual([['/', 1]])
})

function listOf(...ids: string[]) {
  const list = createRecencyList<string>()
  for (const id of ids) list.add(id, id)
  return list
}

test('sorts items by last use', () => {
  const list = listOf('a', 'b', 'c')
  list.touch('a')
  list.touch('c')
  list.touch('c')
  expect([...list.newestFirst()]).toEqual(['c', 'a', 'b'])
  expect(list.oldest()).toBe('b')
})

test.each([
  ['a', ['c', 'b']],
  ['b', ['c', 'a']],
  ['c', ['b', 'a']],
  ['nobody', ['c', 'b', 'a']],
])('keeps the order of the other items after removing %s', (gone, left) => {
  const list = listOf('a', 'b', 'c')
  list.remove(gone)
  expect([...list.newestFirst()]).toEqual(left)
  expect(list.oldest()).toBe(left.at(-1))
  expect(list.size()).toBe(left.length)
  list.add('d', 'd')
  expect([...list.newestFirst()]).toEqual(['d', ...left])
})

test('leaves an empty list after removing the last item', () => {
  const list = listOf('a')
  list.remove('a')
  list.touch('a')
  expect([list.oldest(), list.get('a'), list.size()]).toEqual([undefined, undefined, 0])
  list.add('b', 'b')
  expect([list.oldest(), ...list.newestFirst()]).toEqual(['b', 'b'])
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (Linux; Android 11) Chrome/98.0 Mobile Safari/537.36 Chrome-Lighthouse',
  'Mozilla/5.0 (compatible; GoogleOther)',
  'curl/8.5.0',
  'python-requests/2.31.0',
  'Go-http-client/1.1',
  'node',
  '',
  '  ',
])('detects %j as a bot', (userAgent) => expect(isBot(userAgent)).toBe(true))

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
])('does not detect %j as a bot', (userAgent) => expect(isBot(userAgent)).toBe(false))
