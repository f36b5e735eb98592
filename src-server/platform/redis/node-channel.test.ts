import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RedisServer, startRedisServer } from '../../testing/test-support/redis-server.ts'
import type { NodeMessage } from '../events/event-bus.ts'
import { createLog } from '../logging/logger.ts'
import { connectRedis, createNodeChannel } from './redis-connection.ts'

const changed: NodeMessage = { event: { name: 'visitors.changed' } }

let server: RedisServer
beforeAll(async () => {
  server = await startRedisServer()
})
afterAll(() => server[Symbol.asyncDispose]())

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
