import { createTRPCClient } from '@trpc/client'
import WebSocket from 'ws'
import { createLiveSocket } from '#client/lib/subscription-socket.ts'
import { sendMessage } from '../../chat/send-message.ts'
import type { ServerContext } from '../../context.ts'
import { asServer } from '../../platform/db/database.ts'
import type { AppRouter } from '../../web/trpc/router.ts'
import { type SeededPerson, seedPeople } from '../system-tests/seeded-accounts.ts'

const CONVERSATIONS_PER_STAFF = 8
const FIRST_RETRY_MS = 500

export type Conversation = { chatId: string; customer: SeededPerson; staff: SeededPerson }
export type Watcher = {
  chatId: string
  received: { sequence: number; key: string | null }[]
  drop(): void
  connections(): number
  stop(): void
}

/** Conversations with one message each, with the key 'seed', and the staff who have them open. */
export async function seedConversations(ctx: ServerContext, count: number): Promise<Conversation[]> {
  const customers = await seedPeople(ctx, 'customer', count)
  const staff = await seedPeople(ctx, 'support', Math.ceil(count / CONVERSATIONS_PER_STAFF))
  const made: Conversation[] = []
  for (const [at, customer] of customers.entries()) {
    const first = { subject: 'My payout', message: 'Hello', fileIds: [], clientMessageId: 'seed' }
    const { sessionId } = await sendMessage(asServer(ctx), customer, first)
    made.push({ chatId: sessionId, customer, staff: staff[Math.floor(at / CONVERSATIONS_PER_STAFF)] as SeededPerson })
  }
  return made
}

type WatchOptions = {
  /** The server to connect to, read at each connection. */
  url: () => string
  isStaff: boolean
  /** Chooses one of 250 local addresses, because connections are limited by address. */
  number: number
  /** Whether to cut a connection off as soon as it opens. */
  isCut?: () => boolean
  /** The pause before the first reconnect, in milliseconds. */
  firstRetryMs?: number
}

/** Subscribes to this conversation with the site's own reconnecting socket. */
export function watchConversation(
  { chatId: sessionId, customer, staff }: Conversation,
  { url, isStaff, number, isCut = () => false, firstRetryMs = FIRST_RETRY_MS }: WatchOptions,
): Watcher {
  const { cookie } = isStaff ? staff : customer
  const localAddress = `127.0.1.${1 + (number % 250)}`
  let connections = 0
  let last: WebSocket | undefined
  class PageSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { cookie }, localAddress, perMessageDeflate: false })
      const cuts = isCut()
      this.once('open', () => {
        connections++
        if (cuts) this.terminate()
      })
      last = this
    }
  }
  const live = createLiveSocket({
    url: () => `${url().replace('http', 'ws')}/trpc`,
    WebSocket: PageSocket as unknown as typeof globalThis.WebSocket,
    firstRetryMs,
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
export function reached({ received }: Watcher, count: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (received.length < count) return
      clearInterval(timer)
      resolve()
    }, 20)
  })
}

type Faults = { missed: number; doubled: number; disordered: number }

/** Compares what the watchers received with the keys of the acknowledged messages of each conversation. */
export function findFaults(watchers: readonly Watcher[], acknowledged: ReadonlyMap<string, readonly string[]>): Faults {
  const faults: Faults = { missed: 0, doubled: 0, disordered: 0 }
  for (const { chatId, received } of watchers) {
    const keys = received.map(({ key }) => key)
    faults.missed += acknowledged.get(chatId)?.filter((key) => !keys.includes(key)).length ?? 0
    faults.doubled += keys.length - new Set(keys).size
    faults.disordered += received.filter(({ sequence }, at) => sequence !== at + 1).length
  }
  return faults
}

/**
 * Sends a message or a reply. Returns whether it was acknowledged; false while the server is down or asks to repeat.
 * @throws when it is rejected
 */
export async function sendChat(
  url: string,
  conversation: Conversation,
  { isReply, key }: { isReply: boolean; key: string },
): Promise<boolean> {
  const { cookie } = isReply ? conversation.staff : conversation.customer
  const body = { sessionId: conversation.chatId, message: `This is ${key}.`, clientMessageId: key }
  let response: Response
  try {
    response = await fetch(`${url}${isReply ? '/api/admin/chat/reply' : '/api/chat/send'}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
  } catch {
    return false
  }
  if (!response.ok && response.status !== 503) throw new Error(`A message was rejected with ${response.status}.`)
  return response.ok
}
