import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RedisServer, startRedisServer } from '../../testing/test-support/redis-server.ts'
import { createLog } from '../logging/logger.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'

const linesIn = (lines: string[]) =>
  createLog({ logLevel: 'error', nodeName: undefined }, { write: (line: string) => void lines.push(line) })
let server: RedisServer
const connections: RedisConnection[] = []
const connect = async (url = server.url, log = createLog({ logLevel: 'silent', nodeName: undefined })) => {
  const connection = await connectRedis(url, log)
  connections.push(connection)
  return connection
}

beforeEach(async () => {
  server = await startRedisServer()
})
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close()
  await server[Symbol.asyncDispose]()
})

test('messages reach the listeners of other nodes and of the same topic only', async () => {
  const [sender, other] = [await connect(), await connect()]
  const heard: unknown[] = []
  for (const connection of [sender, other]) connection.subscribe('news', (body) => heard.push(body))
  other.subscribe('weather', (body) => heard.push(body))
  const stop = other.subscribe('news', () => heard.push('after the end'))
  stop()
  sender.publish('news', { at: 1 })
  sender.publish('news', { at: 2 })
  await vi.waitFor(() => expect(heard).toEqual([{ at: 1 }, { at: 2 }]))
})

test('sites with different database numbers do not hear each other', async () => {
  const [own, same, other] = [await connect(`${server.url}/1`), await connect(`${server.url}/1`), await connect()]
  const heard: unknown[] = []
  other.subscribe('news', () => heard.push('other site'))
  same.subscribe('news', () => heard.push('same site'))
  own.publish('news', {})
  await vi.waitFor(() => expect(heard).toEqual(['same site']))
  expect(own.key('a', 'b')).toBe('gce:1:a:b')
})

test('a message that is not JSON, and a listener that throws, do not stop the next message', async () => {
  const [sender, other] = [await connect(), await connect()]
  const heard: unknown[] = []
  other.subscribe('news', (body) => {
    if (body === 'bad') throw new Error('bad')
    heard.push(body)
  })
  await sender.run((client) => client.publish('gce:0:messages', 'not json'))
  sender.publish('news', 'bad')
  sender.publish('news', 'good')
  await vi.waitFor(() => expect(heard).toEqual(['good']))
})

test('a killed Redis makes commands fail at once; after its restart commands and messages work again', async () => {
  const [node, other] = [await connect(), await connect()]
  const heard: unknown[] = []
  let reconnects = 0
  other.subscribe('news', (body) => heard.push(body))
  other.onReconnect(() => reconnects++)
  await server.kill()
  await vi.waitFor(() => expect(node.ping()).rejects.toThrow('no connection to Redis'))
  await vi.waitFor(() => expect(other.isReady()).toBe(false))
  node.publish('news', 'dropped')
  await server.start()
  await vi.waitFor(() => expect([node, other].map((each) => each.isReady())).toEqual([true, true]), 10_000)
  expect(reconnects).toBe(1)
  await node.ping()
  node.publish('news', 'sent')
  await vi.waitFor(() => expect(heard).toEqual(['sent']))
})

test('a Redis that stops replying fails commands at once after the first, until it replies', async () => {
  const node = await connect()
  server.suspend()
  await expect(node.ping()).rejects.toThrow('did not reply')
  expect(node.isReady()).toBe(false)
  await expect(node.ping()).rejects.toThrow('no connection')
  server.resume()
  await vi.waitFor(() => node.ping(), 10_000)
  expect(node.isReady()).toBe(true)
})

test('a node starts while Redis is down and connects when it is there', async () => {
  await server.kill()
  const node = await connect()
  expect(node.isReady()).toBe(false)
  await server.start()
  await vi.waitFor(() => node.ping(), 10_000)
})

test('a node that may not subscribe yet tries again', async () => {
  const operator = await connect()
  const setChannels = (rule: string) =>
    operator.run((client) => client.sendCommand(['ACL', 'SETUSER', 'default', rule]))
  await setChannels('resetchannels')
  const lines: string[] = []
  const starting = connect(server.url, linesIn(lines))
  await vi.waitFor(() => expect(lines.join('')).toContain('NOPERM'), 5_000)
  await setChannels('allchannels')
  const node = await starting
  await vi.waitFor(() => node.ping(), 10_000)
  const heard: unknown[] = []
  node.subscribe('news', (body) => heard.push(body))
  operator.publish('news', 'sent')
  await vi.waitFor(() => expect(heard).toEqual(['sent']))
})

test('a wrong password is logged once, and the node starts without Redis', async () => {
  await (await connect()).run((client) => client.sendCommand(['CONFIG', 'SET', 'requirepass', 'right']))
  const lines: string[] = []
  const node = await connect(server.url.replace('redis://', 'redis://:wrong@'), linesIn(lines))
  expect(node.isReady()).toBe(false)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('WRONGPASS')
  expect(lines[0]).not.toContain('wrong@')
})
