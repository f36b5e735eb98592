import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RedisServer, startRedisServer } from '../../testing/test-support/redis-server.ts'
import type { EphemeralEvent } from '../events/event-bus.ts'
import { createLog } from '../logging/logger.ts'
import { connectRedis } from './redis-connection.ts'
import { createRedisTransport } from './redis-transport.ts'

const typing: EphemeralEvent = { name: 'chat.typing', sessionId: 's', customerId: 'c', by: 'user', personId: 'p' }

let server: RedisServer
beforeAll(async () => {
  server = await startRedisServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A node with what its listener got. */
async function aNode() {
  const connection = await connectRedis(server.url, createLog({ logLevel: 'silent', nodeName: undefined }))
  onTestFinished(() => connection.close())
  const transport = createRedisTransport(connection)
  const heard: unknown[] = []
  const stop = transport.listen({
    hint: () => heard.push('hint'),
    event: (event) => heard.push(event),
    reconnected: () => heard.push('reconnected'),
  })
  return { connection, transport, heard, stop }
}

test('an event reaches the other nodes and not its own', async () => {
  const [sender, one, two] = [await aNode(), await aNode(), await aNode()]
  sender.transport.publish(typing)
  for (const { heard } of [one, two]) await vi.waitFor(() => expect(heard).toEqual([typing]))
  expect(sender.heard).toEqual([])
})

test('hints of one moment are sent as one', async () => {
  const [sender, receiver] = [await aNode(), await aNode()]
  for (let at = 0; at < 100; at++) sender.transport.sendHint()
  await vi.waitFor(() => expect(receiver.heard).toEqual(['hint']))
  sender.transport.sendHint()
  await vi.waitFor(() => expect(receiver.heard).toEqual(['hint', 'hint']))
})

test('a stopped listener hears nothing', async () => {
  const [sender, stopped, receiver] = [await aNode(), await aNode(), await aNode()]
  stopped.stop()
  sender.transport.publish(typing)
  await vi.waitFor(() => expect(receiver.heard).toEqual([typing]))
  expect(stopped.heard).toEqual([])
})

test('a Redis restart is reported once, and what was sent during it is dropped', async () => {
  const [sender, receiver] = [await aNode(), await aNode()]
  await server.kill()
  await vi.waitFor(() => expect(sender.connection.isReady()).toBe(false))
  sender.transport.publish(typing)
  sender.transport.sendHint()
  await server.start()
  await vi.waitFor(() => expect(receiver.heard).toEqual(['reconnected']), 10_000)
  await vi.waitFor(() => expect(sender.connection.isReady()).toBe(true), 10_000)
  sender.transport.publish(typing)
  await vi.waitFor(() => expect(receiver.heard).toEqual(['reconnected', typing]))
})
