import { expect } from 'vitest'
import { VISITOR_GONE_MS } from '#shared/analytics.ts'
import type { AnalyticsSnapshot } from '#shared/analytics-schema.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { test } from '../../../testing/test-support/app-test.ts'
import { aPage, taking } from '../../../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../../../testing/test-support/test-app.ts'
import { aSign, firefox, visitorId } from '../../../testing/test-support/visits.ts'

async function snapshotOf(app: TestApp, staff: Person): Promise<AnalyticsSnapshot> {
  const response = await app.request('GET', '/api/admin/analytics', { as: staff })
  expect(response.statusCode).toBe(200)
  return response.json()
}

test('GET /api/admin/analytics returns the specified snapshot', async () => {
  await using app = await createTestApp({ TRUST_PROXY: '127.0.0.1' })
  const staff = await app.staff()
  await aSign(app, 'a', { ip: '198.51.100.1' })
  app.clock.advance(90_000)
  await aSign(app, 'b', { ip: '198.51.100.2', page: '/exchange?step=upload' })
  await aSign(app, 'a', { ip: '198.51.100.1', page: '/transactions/GCE-0123456789' })
  expect(await snapshotOf(app, staff)).toEqual({
    activeVisitors: 2,
    recentPageViews: 3,
    totalPageViews: 3,
    timestamp: '2026-11-20T12:01:30.000Z',
    visitors: [
      {
        id: visitorId('a'),
        ip: '198.51.100.1',
        userAgent: firefox,
        currentPage: '/transactions',
        pageViews: 2,
        duration: 90_000,
        lastActivity: '2026-11-20T12:01:30.000Z',
      },
      {
        id: visitorId('b'),
        ip: '198.51.100.2',
        userAgent: firefox,
        currentPage: '/exchange',
        pageViews: 1,
        duration: 0,
        lastActivity: '2026-11-20T12:01:30.000Z',
      },
    ],
    pageStats: { '/': 1, '/exchange': 1, '/transactions': 1 },
    ipStats: { '198.51.100.1': 1, '198.51.100.2': 1 },
  })
})

test('the snapshot is empty without visitors', async ({ app }) => {
  expect(await snapshotOf(app, await app.colleague('support'))).toEqual({
    activeVisitors: 0,
    recentPageViews: 0,
    totalPageViews: 0,
    timestamp: '2026-11-20T12:00:00.000Z',
    visitors: [],
    pageStats: {},
    ipStats: {},
  })
})

test('takes the client address from trusted proxies only', async ({ app }) => {
  await aSign(app, 'a', { ip: '198.51.100.1' })
  expect((await snapshotOf(app, await app.staff())).ipStats).toEqual({ '127.0.0.1': 1 })
})

test('removes a visitor on goodbye, or after five minutes without a signal', async ({ app, staff }) => {
  for (const name of ['a', 'b', 'c']) await aSign(app, name)
  await aSign(app, 'a', { sign: 'leave' })
  expect((await snapshotOf(app, staff)).activeVisitors).toBe(2)
  app.clock.advance(VISITOR_GONE_MS - 1)
  await aSign(app, 'b', { sign: 'alive' })
  app.clock.advance(1)
  const { visitors, totalPageViews } = await snapshotOf(app, staff)
  expect(visitors.map(({ id }) => id)).toEqual([visitorId('b')])
  expect(totalPageViews).toBe(3)
})

test('a heartbeat is no page view', async ({ app }) => {
  await aSign(app, 'a')
  await aSign(app, 'a', { sign: 'alive' })
  const { totalPageViews, recentPageViews, visitors } = await snapshotOf(app, await app.staff())
  expect([totalPageViews, recentPageViews, visitors[0]?.pageViews]).toEqual([1, 1, 1])
})

test('drops views from the last hour minute by minute and keeps the total', async ({ app, staff }) => {
  await aSign(app, 'a', { page: '/contact' })
  app.clock.advance(30 * MINUTE_MS)
  await aSign(app, 'a')
  app.clock.advance(29 * MINUTE_MS)
  expect(await snapshotOf(app, staff)).toMatchObject({ recentPageViews: 2, pageStats: { '/': 1, '/contact': 1 } })
  app.clock.advance(MINUTE_MS)
  const later = await snapshotOf(app, staff)
  expect([later.recentPageViews, later.totalPageViews, later.pageStats]).toEqual([1, 2, { '/': 1 }])
})

test('names a signed-in customer until the session ends', async ({ app }) => {
  const [dana, staff] = [await app.customer('Dana Reyes'), await app.staff()]
  await aSign(app, 'guest')
  await aSign(app, 'dana', { as: dana })
  const names = async () => (await snapshotOf(app, staff)).visitors.map(({ userName }) => userName)
  expect(await names()).toEqual(['Dana Reyes', undefined])
  await app.request('POST', '/api/auth/sign-out', { as: dana })
  expect(await names()).toEqual([undefined, undefined])
  await aSign(app, 'dana', { as: dana })
  expect(await names()).toEqual([undefined, undefined])
})

test('does not count staff, staff pages and bots', async ({ app, staff }) => {
  await aSign(app, 'a', { as: staff })
  await aSign(app, 'b', { as: await app.colleague('reviewer') })
  await aSign(app, 'c', { page: '/admin?tab=users' })
  await aSign(app, 'd', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  await aSign(app, 'e', { userAgent: '' })
  expect(await snapshotOf(app, staff)).toMatchObject({ activeVisitors: 0, totalPageViews: 0 })
})

test('removes a visitor who signs in as staff', async ({ app, staff }) => {
  await aSign(app, 'a')
  expect((await snapshotOf(app, staff)).activeVisitors).toBe(1)
  await aSign(app, 'a', { as: staff, page: '/exchange' })
  expect((await snapshotOf(app, staff)).activeVisitors).toBe(0)
})

test('rejects page views from another site', async ({ app }) => {
  const response = await app.request('POST', '/api/visits', {
    body: { visitorId: visitorId('a'), page: '/', sign: 'view' },
    headers: { origin: 'https://evil.example', 'user-agent': firefox },
  })
  expect(response.statusCode).toBe(403)
})

test('the snapshot lists the 50 newest visitors and counts all', async () => {
  await using app = await createTestApp({ TRUST_PROXY: '127.0.0.1' })
  for (let at = 0; at < 60; at++) await aSign(app, `v${at}`, { ip: `198.51.100.${at}` })
  const { activeVisitors, visitors, ipStats } = await snapshotOf(app, await app.staff())
  expect([activeVisitors, visitors.length, Object.keys(ipStats).length]).toEqual([60, 50, 50])
  expect(visitors[0]?.id).toBe(visitorId('v59'))
})

test('a subscriber gets the snapshot at once and after every change', async ({ app, url }) => {
  await using page = aPage(url, await app.staff())
  const watch = await taking<AnalyticsSnapshot>((on) => page.trpc.analytics.watch.subscribe(undefined, on))
  expect((await watch.next()).activeVisitors).toBe(0)
  await aSign(app, 'a')
  expect(await watch.next()).toMatchObject({ activeVisitors: 1, visitors: [{ currentPage: '/' }] })
  await aSign(app, 'a', { page: '/contact' })
  expect(await watch.next()).toMatchObject({ activeVisitors: 1, visitors: [{ currentPage: '/contact' }] })
  await aSign(app, 'a', { sign: 'leave' })
  expect(await watch.next()).toMatchObject({ activeVisitors: 0, visitors: [] })
  watch.unsubscribe()
})

test('rejects a customer who subscribes to visitors', async ({ app, url }) => {
  await using page = aPage(url, await app.customer())
  const watching = taking<AnalyticsSnapshot>((on) => page.trpc.analytics.watch.subscribe(undefined, on))
  await expect(watching).rejects.toMatchObject({ message: 'Access Denied', data: { code: 'forbidden' } })
})
