import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { GuardedSocket } from './limited-socket.ts'

const atOnce = { silentMs: 0, answerMs: 0 }
const later = { silentMs: 60_000, answerMs: 60_000 }

/** The server's side of a connection, its client, and every message the client receives. */
async function aConnection() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', WebSocket: GuardedSocket })
  await once(server, 'listening')
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  page.on('message', (text) => heard.push(String(text)))
  const [[connection]] = (await Promise.all([once(server, 'connection'), once(page, 'open')])) as [[GuardedSocket], []]
  return { server, connection, page, heard, [Symbol.dispose]: () => server.close() }
}

test('pings a silent client and keeps it while it answers', async () => {
  using site = await aConnection()
  for (let count = 0; count < 3; count++) {
    site.connection.keepAlive(atOnce)
    await once(site.page, 'message')
    site.page.send('PONG')
    await once(site.connection, 'message')
  }
  expect(site.heard).toEqual(['PING', 'PING', 'PING'])
  expect(site.connection.readyState).toBe(WebSocket.OPEN)
  site.page.terminate()
})

test('terminates a client that does not answer in time', async () => {
  using site = await aConnection()
  const closed = once(site.page, 'close')
  site.connection.keepAlive(atOnce)
  await once(site.page, 'message')
  site.connection.keepAlive({ ...atOnce, answerMs: later.answerMs })
  expect(site.connection.readyState).toBe(WebSocket.OPEN)
  site.connection.keepAlive(atOnce)
  expect(await closed).toEqual([1006, expect.anything()])
  expect(site.heard).toEqual(['PING'])
})

test('does not ping a client that has just sent a message', async () => {
  using site = await aConnection()
  site.connection.keepAlive(later)
  site.connection.send('the end')
  await once(site.page, 'message')
  expect(site.heard).toEqual(['the end'])
  site.page.terminate()
})
