import { createTRPCClient } from '@trpc/client'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { createLiveSocket } from '#client/lib/subscription-socket.ts'
import { sendMessage } from '../chat/send-message.ts'
import { type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import type { AppRouter } from '../trpc/router.ts'
import { overFolder, type SeededPerson, seedPeople } from './seeded-accounts.ts'
import { seededRandom } from './seeded-random.ts'
import { atScale, recordMetric } from './system-test.ts'

const CONVERSATIONS = atScale(4, 250)
/** One is staff with the conversation open, the others are pages of the customer. */
const WATCHERS_EACH = atScale(5, 8)
const MESSAGES = atScale(60, 1_200)
const KILLS = atScale(2, 5)
const WRITERS = 4
/** Each writer starts a message this often, so that 20 messages a second flow. */
const PACE_MS = atScale(0, 200)
/** The number of clients that lose their connection after each message. */
const DROPS = atScale(1, 5)
/** The share of sockets that are cut off as soon as they open. */
const CUT_AT_OPEN = 0.1
const FIRST_RETRY_MS = atScale(20, 500)
const CATCH_UP_MS = atScale(60_000, 90_000)
const env = { LOG_LEVEL: 'warn', LIMITS: 'off' }

type Conversation = { chatId: string; customer: SeededPerson; staff: SeededPerson }
type Watcher = {
  chatId: string
  received: { sequence: number; key: string | null }[]
  drop(): void
  connections(): number
  stop(): void
}

test('clients receive every message once, in order, across reconnects and server kills', async () => {
  using folder = tempFolder()
  const { below, fraction } = seededRandom(20_261_121)
  const conversations = await seeded(folder.path)
  let server = await startServerProcess(folder.path, env)
  let isUp = Promise.resolve()
  const watchers = conversations.flatMap((conversation, index) =>
    Array.from({ length: WATCHERS_EACH }, (_, at) => watch(() => server.url, conversation, at === 0, index, fraction)),
  )
  await Promise.all(watchers.map((watcher) => reached(watcher, 1)))

  const acknowledged = new Map(conversations.map(({ chatId }) => [chatId, ['seed']]))
  let begun = 0
  let acks = 0
  let kills = 0
  const restart = async () => {
    await server.end('SIGKILL')
    server = await startServerProcess(folder.path, env)
  }
  const write = async () => {
    for (let number = ++begun; number <= MESSAGES; number = ++begun) {
      const paced = new Promise((resolve) => setTimeout(resolve, PACE_MS))
      const conversation = conversations[below(conversations.length)] as Conversation
      const key = `message-${number}`
      // Sent until acknowledged, as pages do.
      while (!(await send(server, conversation, below(2) === 0, key))) await isUp
      acknowledged.get(conversation.chatId)?.push(key)
      acks++
      for (let drop = 0; drop < DROPS; drop++) watchers[below(watchers.length)]?.drop()
      if (kills < KILLS && acks >= ((kills + 1) * MESSAGES) / (KILLS + 1)) {
        kills++
        isUp = restart()
      }
      await paced
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await isUp

  const caughtUp = watchers.map((watcher) => reached(watcher, acknowledged.get(watcher.chatId)?.length ?? 0))
  await Promise.race([Promise.all(caughtUp), new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS))])
  let missed = 0
  let doubled = 0
  let disordered = 0
  for (const { chatId, received } of watchers) {
    const keys = received.map(({ key }) => key)
    missed += acknowledged.get(chatId)?.filter((key) => !keys.includes(key)).length ?? 0
    doubled += keys.length - new Set(keys).size
    disordered += received.filter(({ sequence }, at) => sequence !== at + 1).length
  }
  const connections = watchers.reduce((sum, watcher) => sum + watcher.connections(), 0)
  recordMetric({
    claim: `${watchers.length} clients that reconnected ${connections - watchers.length} times while ${acks} messages flowed and the server was killed ${kills} times`,
    figure: `${missed} missed, ${doubled} duplicated, ${disordered} out of order`,
    goal: '0, 0, 0',
    isMet: missed + doubled + disordered === 0 && acks === MESSAGES && kills === KILLS,
  })
  expect({ missed, doubled, disordered, acks, kills }).toEqual({
    missed: 0,
    doubled: 0,
    disordered: 0,
    acks: MESSAGES,
    kills: KILLS,
  })
  expect(connections).toBeGreaterThan(watchers.length)
  for (const watcher of watchers) watcher.stop()
  expect(await server.end('SIGTERM')).toBe(0)
})

/** Conversations with one message each, and the staff who have them open. */
function seeded(folder: string): Promise<Conversation[]> {
  return overFolder(folder, async (ctx) => {
    const customers = await seedPeople(ctx, 'customer', CONVERSATIONS)
    const staff = await seedPeople(ctx, 'support', Math.ceil(CONVERSATIONS / 8))
    const made: Conversation[] = []
    for (const [at, customer] of customers.entries()) {
      const first = { subject: 'My payout', message: 'Hello', fileIds: [], clientMessageId: 'seed' }
      const { sessionId } = await sendMessage(ctx, customer, first)
      made.push({ chatId: sessionId, customer, staff: staff[Math.floor(at / 8)] as SeededPerson })
    }
    return made
  })
}

/** Subscribes to this conversation with the site's own reconnecting socket. */
function watch(
  url: () => string,
  conversation: Conversation,
  isStaff: boolean,
  number: number,
  fraction: () => number,
): Watcher {
  const { chatId: sessionId, customer, staff } = conversation
  const { cookie } = isStaff ? staff : customer
  const localAddress = `127.0.1.${1 + (number % 250)}`
  let connections = 0
  let last: WebSocket | undefined
  class PageSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { cookie }, localAddress, perMessageDeflate: false })
      const isCut = fraction() < CUT_AT_OPEN
      this.once('open', () => {
        connections++
        if (isCut) this.terminate()
      })
      last = this
    }
  }
  const live = createLiveSocket({
    url: () => `${url().replace('http', 'ws')}/trpc`,
    WebSocket: PageSocket as unknown as typeof globalThis.WebSocket,
    firstRetryMs: FIRST_RETRY_MS,
  })
  const trpc = createTRPCClient<AppRouter>({ links: [live.link] })
  const received: Watcher['received'] = []
  const procedure = isStaff ? trpc.admin.chat.watchThread : trpc.chat.watch
  const subscription = procedure.subscribe(
    { sessionId, lastEventId: 0 },
    { onData: ({ data }) => received.push({ sequence: data.sequence, key: data.clientMessageId }) },
  )
  return {
    chatId: sessionId,
    received,
    drop: () => last?.terminate(),
    connections: () => connections,
    stop() {
      subscription.unsubscribe()
      last?.terminate()
    },
  }
}

/** Resolves once the watcher has received this number of messages. */
function reached({ received }: Watcher, count: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (received.length < count) return
      clearInterval(timer)
      resolve()
    }, 20)
  })
}

/** Returns whether the message was acknowledged; false while the server is down. */
async function send(
  { url }: ServerProcess,
  conversation: Conversation,
  isReply: boolean,
  key: string,
): Promise<boolean> {
  const { cookie } = isReply ? conversation.staff : conversation.customer
  const body = { sessionId: conversation.chatId, message: `This is ${key}.`, clientMessageId: key }
  try {
    const response = await fetch(`${url}${isReply ? '/api/admin/chat/reply' : '/api/chat/send'}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(`${response.status} ${text}`)
    return true
  } catch (error) {
    if (error instanceof Refused) throw error
    return false
  }
}

class Refused extends Error {}
