import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { redisNodes } from '../../testing/test-support/redis-nodes.ts'
import { startRedisServer } from '../../testing/test-support/redis-server.ts'
import type { NodeMessage } from '../events/event-bus.ts'
import { createNodeCounts } from '../events/node-counts.ts'
import { createReviewPresence } from '../events/review-presence.ts'
import { createLog } from '../logging/logger.ts'
import { createNodeMap } from './node-map.ts'
import { connectRedis, createNodeChannel, type RedisConnection, redisTime } from './redis-connection.ts'

const times = { heartbeatMs: 50, expiryMs: 1_000 }
const [ana, ben] = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
]

const server = await startRedisServer()
afterAll(() => server[Symbol.asyncDispose]())

function redisChat(connection: RedisConnection) {
  const presence = createNodeCounts(createNodeMap(connection, 'chat-presence', times))
  onTestFinished(() => presence.close())
  return presence
}

function redisReviews(connection: RedisConnection, changed: (place: string) => void = () => {}) {
  const map = createNodeMap(connection, 'review-presence', times)
  const presence = createReviewPresence(map, () => redisTime(connection), changed)
  onTestFinished(() => presence.close())
  return presence
}

async function twoOf<Made>(make: (connection: RedisConnection) => Made): Promise<[Made, Made]> {
  const [one, other] = await redisNodes(2, server)
  return [make(one), make(other)]
}

const chats = {
  'in memory': async () => {
    const presence = createNodeCounts()
    return [presence, presence] as const
  },
  'over two nodes': () => twoOf(redisChat),
}

describe.each(Object.entries(chats))('chat presence %s', (_, create) => {
  test('a person is here while at least one of their pages is', async () => {
    const [one, other] = await create()
    const [first, second] = [new AbortController(), new AbortController()]
    expect(await one.isHere('dana')).toBe(false)
    one.stay('dana', first.signal)
    other.stay('dana', second.signal)
    await vi.waitFor(async () => expect([await one.isHere('dana'), await other.isHere('dana')]).toEqual([true, true]))
    expect(await one.isHere('tom')).toBe(false)
    first.abort()
    // The page of the other node may still be on its way to this one.
    await vi.waitFor(async () => expect([await one.isHere('dana'), await other.isHere('dana')]).toEqual([true, true]))
    second.abort()
    await vi.waitFor(async () => expect([await one.isHere('dana'), await other.isHere('dana')]).toEqual([false, false]))
  })

  test('a page whose signal has aborted does not enter', async () => {
    const [one] = await create()
    one.stay('dana', AbortSignal.abort())
    expect(await one.isHere('dana')).toBe(false)
  })
})

const reviews = {
  'in memory': async () => {
    const presence = createReviewPresence()
    return [presence, presence] as const
  },
  'over two nodes': () => twoOf((connection) => redisReviews(connection)),
}

describe.each(Object.entries(reviews))('review presence %s', (_, create) => {
  test('lists people once, in order of arrival, until their last page has left', async () => {
    const [one, other] = await create()
    const leaveFirst = await one.enter('order', ana)
    const leaveBen = await other.enter('order', ben)
    const leaveSecond = await other.enter('order', ana)
    for (const node of [one, other]) expect(await node.at('order')).toEqual([ana, ben])
    await leaveFirst()
    await leaveFirst()
    expect((await one.at('order')).map(({ id }) => id).sort()).toEqual(['ana', 'ben'])
    await leaveSecond()
    for (const node of [one, other]) expect(await node.at('order')).toEqual([ben])
    await leaveBen()
    for (const node of [one, other]) expect(await node.at('order')).toEqual([])
  })

  test('lists all places with people', async () => {
    const [one, other] = await create()
    await one.enter('order 1', ana)
    await other.enter('order 1', ben)
    const leave = await other.enter('order 2', ben)
    for (const node of [one, other])
      expect((await node.all()).sort((a, b) => (a.place < b.place ? -1 : 1))).toEqual([
        { place: 'order 1', people: [ana, ben] },
        { place: 'order 2', people: [ben] },
      ])
    await leave()
    for (const node of [one, other]) expect(await node.all()).toEqual([{ place: 'order 1', people: [ana, ben] }])
  })
})

test('the people of a killed node disappear after its expiry, and the other nodes report their places', async () => {
  const [killed, survivor] = await redisNodes(2, server)
  const reported: unknown[] = []
  const report = (place: string) => void mine.at(place).then((people) => reported.push([place, people]))
  const [mine, theirs] = [redisReviews(survivor, report), redisReviews(killed)]
  const chat = redisChat(survivor)
  redisChat(killed).stay('dana', new AbortController().signal)
  await theirs.enter('order', ana)
  await mine.enter('order', ben)
  await vi.waitFor(async () => expect(await chat.isHere('dana')).toBe(true))
  await vi.waitFor(() => expect(reported).toContainEqual(['order', [ana, ben]]), 10_000)
  // Without its connection the node cannot renew or remove anything, as if it were killed.
  await killed.close()
  expect(await mine.at('order')).toEqual([ana, ben])
  await vi.waitFor(async () => expect(await mine.at('order')).toEqual([ben]), 10_000)
  await vi.waitFor(async () => expect(await chat.isHere('dana')).toBe(false), 10_000)
  await vi.waitFor(() => expect(reported).toContainEqual(['order', [ben]]), 10_000)
})

test('heartbeats keep people longer than the expiry', async () => {
  const [one, other] = await redisNodes(2, server)
  const presence = redisReviews(one)
  const reader = redisReviews(other)
  await presence.enter('order', ana)
  const key = one.key('review-presence', one.nodeId)
  let renewals = 0
  let last = times.expiryMs
  await vi.waitFor(
    async () => {
      const rest = await one.run((client) => client.pTTL(key))
      if (rest > last) renewals++
      last = rest
      expect(renewals).toBeGreaterThan(3)
    },
    { timeout: 10_000, interval: 10 },
  )
  expect(await reader.at('order')).toEqual([ana])
})

test('after Redis was emptied, the next heartbeat writes the people again', async () => {
  const [one, other] = await redisNodes(2, server)
  const [mine, theirs] = [redisReviews(one), redisReviews(other)]
  await theirs.enter('order 1', ana)
  await theirs.enter('order 2', ana)
  await one.run((client) => client.flushDb())
  await theirs.enter('order 3', ana)
  await vi.waitFor(async () => expect(await mine.all()).toHaveLength(3))
})

test('while Redis is down each node knows its own people; after a restart all know all', async () => {
  await using restarted = await startRedisServer()
  const connections = await redisNodes(2, restarted)
  const [mine, theirs] = connections.map((connection) => redisReviews(connection)) as [
    ReturnType<typeof redisReviews>,
    ReturnType<typeof redisReviews>,
  ]
  await mine.enter('order', ana)
  await restarted.kill()
  const leave = await theirs.enter('order', ben)
  await theirs.enter('other order', ben)
  expect([await mine.at('order'), await theirs.at('order')]).toEqual([[ana], [ben]])
  await leave()
  await restarted.start()
  for (const node of [mine, theirs])
    await vi.waitFor(
      async () =>
        expect((await node.all()).sort((a, b) => (a.place < b.place ? -1 : 1))).toEqual([
          { place: 'order', people: [ana] },
          { place: 'other order', people: [ben] },
        ]),
      10_000,
    )
})

const changed: NodeMessage = { event: { name: 'visitors.changed' } }

/** A node with what its listener got. */
async function aNode() {
  const connection = await connectRedis(server.url, createLog({ logLevel: 'silent', nodeName: undefined }))
  onTestFinished(() => connection.close())
  const channel = createNodeChannel<NodeMessage>(connection, 'events')
  const heard: unknown[] = []
  const stop = channel.listen({
    message: (message) => heard.push(message),
    reconnected: () => heard.push('reconnected'),
  })
  return { connection, channel, heard, stop }
}

test('a message reaches the other nodes and not its own', async () => {
  const [sender, one, two] = [await aNode(), await aNode(), await aNode()]
  sender.channel.send(changed)
  for (const { heard } of [one, two]) await vi.waitFor(() => expect(heard).toEqual([changed]))
  expect(sender.heard).toEqual([])
})

test('a stopped listener hears nothing', async () => {
  const [sender, stopped, receiver] = [await aNode(), await aNode(), await aNode()]
  stopped.stop()
  sender.channel.send(changed)
  await vi.waitFor(() => expect(receiver.heard).toEqual([changed]))
  expect(stopped.heard).toEqual([])
})

test('a Redis restart is reported once, and what was sent during it is dropped', async () => {
  const [sender, receiver] = [await aNode(), await aNode()]
  await server.kill()
  await vi.waitFor(() => expect(sender.connection.isReady()).toBe(false))
  sender.channel.send(changed)
  await server.start()
  await vi.waitFor(() => expect(receiver.heard).toEqual(['reconnected']), 10_000)
  await vi.waitFor(() => expect(sender.connection.isReady()).toBe(true), 10_000)
  sender.channel.send(changed)
  await vi.waitFor(() => expect(receiver.heard).toEqual(['reconnected', changed]))
})
