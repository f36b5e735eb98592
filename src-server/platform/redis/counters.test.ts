import { afterAll, describe, expect, vi } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { redisNodes } from '../../testing/test-support/redis-nodes.ts'
import { startRedisServer } from '../../testing/test-support/redis-server.ts'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { limitOf } from '../rate-limits/rate-limit-config.ts'
import { createRateLimits } from '../rate-limits/rate-limits.ts'
import { createThrottle, type Throttle } from '../rate-limits/throttle.ts'
import { type CreateQuickCounters, createWindowCounts, type QuickCounters } from '../rate-limits/window-counts.ts'
import type { RedisConnection } from './redis-connection.ts'
import { createRedisCounters, createRedisThrottle } from './redis-windows.ts'

const limit = { max: 3, windowMs: 60_000, message: 'Too many tries.' }
const everyMs = 60_000

const server = await startRedisServer()
afterAll(() => server[Symbol.asyncDispose]())

type Clock = ReturnType<typeof createTestClock>
const redisCounters = (connection: RedisConnection, clock: Clock) =>
  createRedisCounters(connection, clock)(limit, (subject) => `quick:${subject}`)
const redisThrottle = (connection: RedisConnection, clock: Clock) =>
  createRedisThrottle(connection, clock, everyMs, (key) => `hash of ${key}`)

const counters: Record<string, (clock: Clock) => Promise<Pick<QuickCounters, 'hit'>[]>> = {
  'in memory': async (clock) => {
    const counts = createWindowCounts({ clock, limit })
    return [counts, counts]
  },
  'over two nodes': async (clock) =>
    (await redisNodes(2, server)).map((connection) => redisCounters(connection, clock)),
}

describe.each(Object.entries(counters))('quick counters %s', (_, create) => {
  test('refuse after the same number of hits, with the wait until the window ends', async () => {
    const clock = createTestClock()
    const [one, other] = (await create(clock)) as [QuickCounters, QuickCounters]
    expect([await one.hit('dana'), await other.hit('dana')]).toEqual([0, 0])
    clock.advance(20_000)
    expect([await one.hit('dana'), await other.hit('dana'), await one.hit('dana')]).toEqual([0, 40_000, 40_000])
    expect(await one.hit('tom')).toBe(0)
    clock.advance(39_999)
    expect(await other.hit('dana')).toBe(1)
    clock.advance(1)
    expect([await one.hit('dana'), await other.hit('dana'), await one.hit('dana')]).toEqual([0, 0, 0])
    expect(await other.hit('dana')).toBe(60_000)
  })

  test('allow no more than the limit when hits arrive at once', async () => {
    const both = await create(createTestClock())
    const waits = await Promise.all(Array.from({ length: 20 }, (_, at) => both[at % 2]?.hit('dana')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(limit.max)
  })
})

const throttles: Record<string, (clock: Clock) => Promise<Throttle[]>> = {
  'in memory': async (clock) => {
    const throttle = createThrottle(clock, everyMs)
    return [throttle, throttle]
  },
  'over two nodes': async (clock) =>
    (await redisNodes(2, server)).map((connection) => redisThrottle(connection, clock)),
}

describe.each(Object.entries(throttles))('a throttle %s', (_, create) => {
  test('passes a key once per interval, and again at once when it is forgotten', async () => {
    const clock = createTestClock()
    const [one, other] = (await create(clock)) as [Throttle, Throttle]
    expect([await one.passes('a'), await other.passes('a'), await one.passes('b')]).toEqual([true, false, true])
    clock.advance(everyMs - 1)
    expect(await other.passes('a')).toBe(false)
    clock.advance(1)
    expect([await other.passes('a'), await one.passes('a')]).toEqual([true, false])
    await other.forget('a')
    expect([await one.passes('a'), await other.passes('a')]).toEqual([true, false])
  })
})

test('while Redis is down each node counts for itself; after a restart the nodes count together again', async () => {
  await using restarted = await startRedisServer()
  const clock = createTestClock()
  const connections = await redisNodes(2, restarted)
  const [one, other] = connections.map((connection) => redisCounters(connection, clock)) as [
    QuickCounters,
    QuickCounters,
  ]
  const throttle = redisThrottle(connections[0], clock)
  await one.hit('dana')
  expect(await throttle.passes('a')).toBe(true)
  await restarted.kill()
  for (const node of [one, other])
    expect([await node.hit('dana'), await node.hit('dana'), await node.hit('dana'), await node.hit('dana')]).toEqual([
      ...[0, 0, 0],
      60_000,
    ])
  expect(await throttle.passes('a')).toBe(false)
  await restarted.start()
  for (const connection of connections) await vi.waitFor(() => connection.ping(), 10_000)
  expect([await one.hit('dana'), await other.hit('dana'), await one.hit('dana')]).toEqual([0, 0, 0])
  expect(await other.hit('dana')).toBe(60_000)
  expect(await throttle.passes('a')).toBe(false)
})

test('Redis keys contain hashes, and expire', async () => {
  const [connection] = await redisNodes(1, server)
  const clock = createTestClock()
  await redisCounters(connection, clock).hit('dana')
  await redisThrottle(connection, clock).passes('a')
  const keys = (await connection.run((client) => client.keys(connection.key('*')))).sort()
  expect(keys).toEqual([connection.key('limit', 'quick:dana'), connection.key('throttle', 'hash of a')])
  for (const key of keys) {
    const rest = await connection.run((client) => client.pTTL(key))
    expect(rest).toBeGreaterThan(0)
    expect(rest).toBeLessThanOrEqual(60_000)
  }
})

test('two nodes refuse quick and exact limits after the same number of tries as one', async ({ app }) => {
  const { db, keyring, clock, log } = app.ctx
  const create = (createQuickCounters?: CreateQuickCounters) =>
    createRateLimits({ db, keyring, clock, log, createQuickCounters })
  const sites = {
    one: [await create()],
    two: await Promise.all(
      (await redisNodes(2, server)).map((connection) => create(createRedisCounters(connection, clock))),
    ),
  }
  const allowed = async (limits: (typeof sites)['one'], hit: Parameters<(typeof limits)[0]['consume']>[0][0]) => {
    let count = 0
    for (let at = 0; at < 2 * limitOf(hit.limit).max; at++)
      if (!(await limits[at % limits.length]?.consume([hit]))) count++
    return count
  }
  for (const [name, limits] of Object.entries(sites)) {
    expect(await allowed(limits, { limit: 'quoteNetwork', subject: name })).toBe(limitOf('quoteNetwork').max)
    expect(await allowed(limits, { limit: 'submitCustomer', subject: name })).toBe(limitOf('submitCustomer').max)
    // The photos of one order count once, whichever node shows them.
    for (let at = 0; at < 10; at++)
      await limits[at % limits.length]?.consume([{ limit: 'photoOrders', subject: name, once: 'order' }])
    const left = limitOf('photoOrders').max - 1
    expect(await allowed(limits, { limit: 'photoOrders', subject: name })).toBe(left)
    for (const each of limits) await each.stop()
  }
})
