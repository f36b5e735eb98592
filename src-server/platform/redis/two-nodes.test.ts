import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_VISITORS_PER_NETWORK } from '../../analytics/visitor-stats.ts'
import { watchReview } from '../../reviews/review-lock.ts'
import { findActiveLock } from '../../reviews/review-queries.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { startRedisServer } from '../../testing/test-support/redis-server.ts'
import { listening, openSocket } from '../../testing/test-support/socket-page.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { aSign, visitorId } from '../../testing/test-support/visits.ts'
import { asServer } from '../db/database.ts'
import { limitOf } from '../rate-limits/rate-limit-config.ts'

let databases = 0
const server = await startRedisServer()
afterAll(() => server[Symbol.asyncDispose]())

/** Starts nodes of one site: servers that share a database and Redis. */
function site(redis = server, variables: NodeJS.ProcessEnv = {}): () => Promise<TestApp> {
  const folder = tempFolder()
  const redisUrl = `${redis.url}/${++databases}`
  const shared = {
    DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite`,
    DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TRUST_PROXY: '127.0.0.1',
  }
  const nodes: TestApp[] = []
  onTestFinished(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  return async () => {
    const node = await createTestApp({ ...shared, ...variables }, { redisUrl })
    nodes.push(node)
    return node
  }
}

/** What the staff page shows of the visitors. */
function seenBy({ ctx }: TestApp) {
  const { visitors, activeVisitors, totalPageViews, recentPageViews } = ctx.visitorStats.snapshot()
  const views = Object.fromEntries(visitors.map(({ id, pageViews }) => [id, pageViews]))
  return { activeVisitors, totalPageViews, recentPageViews, views }
}

const viewsOf = (views: Record<string, number>) =>
  Object.fromEntries(Object.entries(views).map(([name, count]) => [visitorId(name), count]))

async function storedViews({ ctx }: TestApp): Promise<number> {
  await ctx.visitorStats.write()
  const rows = await ctx.db.selectFrom('visit_counts').select('count').where('what', '=', 'views').execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}

test('a visitor whose pages reach two nodes counts once on both, with all page views', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  await aSign(one, 'a')
  await aSign(other, 'a', { page: '/contact' })
  await aSign(other, 'b')
  await aSign(one, 'a', { sign: 'alive' })
  const expected = { activeVisitors: 2, totalPageViews: 3, recentPageViews: 3, views: viewsOf({ a: 2, b: 1 }) }
  for (const node of [one, other]) await vi.waitFor(() => expect(seenBy(node)).toEqual(expected))
  await aSign(one, 'b', { sign: 'leave' })
  for (const node of [one, other]) await vi.waitFor(() => expect(seenBy(node).views).toEqual(viewsOf({ a: 2 })))
  for (const node of [one, other]) await node.ctx.visitorStats.write()
  expect(await storedViews(one)).toBe(3)
})

test('a reload whose departure reaches another node than its view keeps the visitor on both', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  await aSign(one, 'a', { sentAt: 1_000 })
  await vi.waitFor(() => expect(seenBy(other).views).toEqual(viewsOf({ a: 1 })))
  await aSign(other, 'a', { sign: 'leave', sentAt: 2_000 })
  await aSign(one, 'a', { sentAt: 2_050 })
  // Sent to the other node together with the departure.
  await aSign(other, 'b')
  for (const node of [one, other]) await vi.waitFor(() => expect(seenBy(node).views).toEqual(viewsOf({ a: 2, b: 1 })))
})

test('a page that watches visitors is notified of one on another node', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  const watching = new AbortController()
  onTestFinished(() => watching.abort())
  one.ctx.visitorStats.watched(watching.signal)
  const events: string[] = []
  one.ctx.events.listen(({ name }) => void events.push(name))
  await aSign(other, 'a')
  await vi.waitFor(() => expect(events).toContain('visitors.changed'), 5_000)
})

test('a node that starts later knows the present visitors and those of the last hour', async () => {
  const start = site()
  const first = await start()
  for (const name of ['a', 'b', 'c']) await aSign(first, name)
  await aSign(first, 'c', { sign: 'leave' })
  const second = await start()
  await vi.waitFor(() => expect(seenBy(second).views).toEqual(viewsOf({ a: 1, b: 1 })))
  const { visitors } = second.ctx.visitorStats.perMinute()
  expect(Math.max(...visitors.map(({ count }) => count))).toBe(3)
})

test('one network has the same limit of visitors on two nodes as on one', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  for (let at = 0; at < MAX_VISITORS_PER_NETWORK; at++)
    for (const node of [one, other])
      node.ctx.visitorStats.see(
        {
          visitorId: `visitor ${at} ${node === one}`,
          ip: '192.0.2.1',
          userAgent: 'Firefox',
          page: '/',
          customer: undefined,
        },
        true,
      )
  for (const node of [one, other]) {
    await vi.waitFor(() => expect(seenBy(node).totalPageViews).toBe(2 * MAX_VISITORS_PER_NETWORK))
    expect(seenBy(node).activeVisitors).toBe(MAX_VISITORS_PER_NETWORK)
  }
})

test('after a Redis restart both nodes know the visitors and page views of the time between', async () => {
  await using redis = await startRedisServer()
  const start = site(redis)
  const [one, other] = [await start(), await start()]
  await aSign(one, 'a')
  await vi.waitFor(() => expect(seenBy(other).views).toEqual(viewsOf({ a: 1 })))
  await redis.kill()
  await aSign(one, 'b')
  await aSign(one, 'a')
  await aSign(other, 'c')
  expect(seenBy(one).views).toEqual(viewsOf({ a: 2, b: 1 }))
  // Both have written their counts before Redis is back.
  for (const node of [one, other]) await node.ctx.visitorStats.write()
  await redis.start()
  for (const node of [one, other])
    await vi.waitFor(
      () =>
        expect(seenBy(node)).toEqual({
          activeVisitors: 3,
          totalPageViews: 4,
          recentPageViews: 4,
          views: viewsOf({ a: 2, b: 1, c: 1 }),
        }),
      10_000,
    )
})

test('quotes on two nodes share one limit, and a Redis that hangs or is down refuses no customer', async () => {
  await using redis = await startRedisServer()
  const start = site(redis, { LIMITS: 'on' })
  const nodes = [await start(), await start()]
  const body = { cardBrand: 'apple', cardValue: 100 }
  const quote = async (at: number) => (await nodes[at % 2]?.request('POST', '/api/quote', { body }))?.statusCode
  const { max } = limitOf('quoteNetwork')
  for (let at = 0; at < max; at++) expect(await quote(at)).toBe(200)
  expect([await quote(0), await quote(1)]).toEqual([429, 429])
  redis.suspend()
  expect([await quote(0), await quote(1)]).toEqual([200, 200])
  await redis.kill()
  expect([await quote(0), await quote(1)]).toEqual([200, 200])
})

test('reviewers on two nodes see each other, and the lock goes to the one who still decides', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  const submissionId = await aSubmission(one, await one.customer())
  const [ana, ben] = [await one.colleague('reviewer'), await one.colleague('reviewer')]
  const open = async (node: TestApp, { id }: Person) => {
    const page = new AbortController()
    onTestFinished(() => page.abort())
    const connection = { signal: page.signal, isConnected: () => true }
    const news = await watchReview(asServer(node.ctx), { id, name: id }, { submissionId, decides: true }, connection)
    const first = (await news.next()).value
    // An open page reads on: the next one that decides takes a lock that ends.
    void (async () => {
      for await (const _ of news);
    })()
    return { page, first }
  }
  const anas = await open(one, ana)
  const bens = await open(other, ben)
  const viewers = [ana, ben].map(({ id }) => ({ id, name: id }))
  expect(anas.first).toMatchObject({ isYours: true, viewers: viewers.slice(0, 1) })
  expect(bens.first).toMatchObject({ isYours: false, viewers, holder: { id: ana.id } })
  anas.page.abort()
  const now = () => other.clock.now().toISOString()
  await vi.waitFor(async () =>
    expect(await findActiveLock(other.ctx.db, submissionId, now())).toMatchObject({ holder_id: ben.id }),
  )
})

test('a customer whose conversation is open on another node gets no mail about a reply', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  const dana = await one.customer()
  const { sessionId } = await dana.api.chat.send({ subject: 'My payout', message: 'Hello' })
  const staff = await other.staff()
  const reading = new AbortController()
  one.ctx.chat.presence.stay(dana.id, reading.signal)
  await vi.waitFor(async () => expect(await other.ctx.chat.presence.isHere(dana.id)).toBe(true))
  await staff.api.admin.chat.reply({ sessionId, message: 'On its way' })
  const kinds = async () => (await other.mails()).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['welcome'])
  reading.abort()
  await vi.waitFor(async () => expect(await other.ctx.chat.presence.isHere(dana.id)).toBe(false))
  await staff.api.admin.chat.reply({ sessionId, message: 'Paid' })
  expect(await kinds()).toEqual(['welcome', 'chat-reply'])
})

test('staff reads are audited once an hour over both nodes', async () => {
  const start = site()
  const [one, other] = [await start(), await start()]
  const owner = await one.staff()
  const again = await other.request('GET', '/api/admin/users', { as: owner })
  expect(again.statusCode).toBe(200)
  for (const node of [one, other, one]) await node.request('GET', '/api/admin/users', { as: owner })
  const entries = await one.ctx.db.selectFrom('audit_log').select('action').where('action', '=', 'users.read').execute()
  expect(entries).toHaveLength(1)
})

test('allows a person ten concurrent sockets over all nodes', async () => {
  const start = site(server, { LIMITS: 'on' })
  const [one, other] = [await start(), await start()]
  const [first, second] = [await listening(one), await listening(other)]
  const { cookie } = await one.customer()
  const open = await openSocket(first.url, cookie)
  for (let at = 1; at < 10; at++) await openSocket(at % 2 ? first.url : second.url, cookie)
  await expect(openSocket(second.url, cookie)).rejects.toThrow('429')
  open.socket.close()
  await vi.waitFor(() => openSocket(second.url, cookie), { timeout: 10_000 })
})
