import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { sendMessage } from '../../chat/send-message.ts'
import { asServer } from '../../platform/db/database.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { processOwner, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { overFolder, type SeededPerson, seedPeople } from './seeded-accounts.ts'
import { atScale, recordMetric } from './system-test.ts'

const SOCKETS = atScale(200, 10_000)
/** The maximum per person. */
const PER_CUSTOMER = 10
/** The maximum per network; all of 127.0.0.0/8 is this machine. */
const PER_ADDRESS = 100
const AT_ONCE = 50
const MAX_KIB = 80
const FANOUT_MS = 1_500

type Customer = SeededPerson & { chatId: string }
type Client = { socket: WebSocket; customer: Customer; receivedAt: number }

test('thousands of sockets with a subscription use little memory and all receive every message', async () => {
  using folder = tempFolder()
  const customers = await overFolder(folder.path, async (ctx) => {
    const people = await seedPeople(ctx, 'customer', SOCKETS / PER_CUSTOMER)
    const made: Customer[] = []
    for (const person of people) {
      const { sessionId } = await sendMessage(asServer(ctx), person, {
        subject: 'My payout',
        message: 'Hello',
        fileIds: [],
      })
      made.push({ ...person, chatId: sessionId })
    }
    return made
  })
  const env = { LOG_LEVEL: 'warn', LIMITS: 'off', NODE_OPTIONS: '--max-semi-space-size=4' }
  const server = await startServerProcess(folder.path, env)
  const owner = new RestClient(() => server.url)
  await owner.call('POST', '/api/admin/login', processOwner)
  const kib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1])
  const url = server.url.replace('http', 'ws')

  // The first sockets load and compile code, which is no cost per socket.
  for (const client of await openAll(url, customers.slice(0, 20))) client.socket.terminate()
  const before = kib()
  const clients = await openAll(url, customers)

  const delays: number[] = []
  for (const customer of customers) {
    const theirs = clients.filter((client) => client.customer === customer)
    const sent = performance.now()
    const received = Promise.all(theirs.map(next))
    await owner.call('POST', '/api/admin/chat/reply', { sessionId: customer.chatId, message: 'We have paid it.' })
    await received
    for (const { receivedAt } of theirs) delays.push(receivedAt - sent)
  }
  // Measured at the end, so that uncollected garbage of the responses counts as well.
  const each = (kib() - before) / clients.length
  const open = clients.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
  const p99 = delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? 0
  recordMetric({
    claim: `${open} WebSockets of ${customers.length} customers with a live subscription`,
    figure: `${each.toFixed(1)} KiB of the server's memory each; ${Math.round(kib() / 1024)} MiB in all`,
    goal: `${SOCKETS}, at most ${MAX_KIB} KiB`,
    isMet: open === SOCKETS && each <= MAX_KIB,
  })
  recordMetric({
    claim: 'a reply of support received by every socket of its customer, among all of them',
    figure: `${delays.length} received; from the call p99 ${p99.toFixed(0)} ms, slowest ${delays.at(-1)?.toFixed(0)} ms`,
    goal: `all, p99 ${FANOUT_MS} ms`,
    isMet: delays.length === SOCKETS && p99 <= FANOUT_MS,
  })
  expect([open, delays.length]).toEqual([SOCKETS, SOCKETS])
  expect(each).toBeLessThanOrEqual(atScale(10 * MAX_KIB, MAX_KIB))
  expect(p99).toBeLessThanOrEqual(atScale(Number.POSITIVE_INFINITY, FANOUT_MS))
  for (const { socket } of clients) socket.terminate()
  expect(await server.end('SIGTERM')).toBe(0)
})

/** Opens the sockets of these customers, a few at a time; each has received all earlier messages. */
async function openAll(url: string, customers: readonly Customer[]): Promise<Client[]> {
  const wanted = customers.flatMap((customer) => Array.from({ length: PER_CUSTOMER }, () => customer))
  const clients: Client[] = []
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE).map((customer, index) => open(url, customer, at + index))
    clients.push(...(await Promise.all(some)))
  }
  return clients
}

async function open(url: string, customer: Customer, number: number): Promise<Client> {
  const localAddress = `127.0.${1 + Math.floor(number / PER_ADDRESS / 250)}.${1 + (Math.floor(number / PER_ADDRESS) % 250)}`
  const socket = new WebSocket(`${url}/trpc`, {
    headers: { cookie: customer.cookie },
    localAddress,
    perMessageDeflate: false,
  })
  const client = { socket, customer, receivedAt: 0 }
  await once(socket, 'open')
  const params = { path: 'chat.watch', input: { sessionId: customer.chatId, lastEventId: 0 } }
  const first = next(client)
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params }))
  await first
  return client
}

/** Resolves with the next message of the conversation. */
function next(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (text: unknown) => {
      if (!String(text).includes('"type":"data"')) return
      client.receivedAt = performance.now()
      client.socket.off('message', onMessage)
      resolve()
    }
    client.socket.on('message', onMessage)
  })
}
