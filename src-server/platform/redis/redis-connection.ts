import type { RedisClientType } from '@redis/client'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import type { NodeChannel } from '../shared-state.ts'

/** A command without a reply for this long fails, and commands fail at once until Redis replies again. */
const REPLY_WITHIN_MS = 500
/** How long the start waits for Redis. After that the node starts without it and keeps trying. */
const FIRST_CONNECTION_WITHIN_MS = 5_000
/** Pings detect a connection that ended without notice: after two missed ones it is opened again. */
const PING_EVERY_MS = 10_000
const IDLE_CONNECTION_MS = 25_000
const MAX_RETRY_DELAY_MS = 2_000

/** The Redis of a site, shared by its nodes. What is in it can be lost at any time. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

type Message = { from: string; topic: string; body: unknown }

/** The time of Redis in microseconds, as an order over all nodes needs one clock; while it is down, of this node. */
export async function redisTime({ run }: RedisConnection) {
  try {
    const [seconds, microseconds] = await run((client) => client.time())
    return Number(seconds) * 1_000_000 + Number(microseconds)
  } catch {
    return Date.now() * 1_000
  }
}

/** Waits at most five seconds, then reconnects for ever. Database numbers separate sites that share a Redis. */
export async function connectRedis(url: string, log: Logger) {
  const { createClient } = await import('@redis/client')
  const nodeId = newId()
  const prefix = `gce:${new URL(url).pathname.slice(1) || '0'}`
  const channel = `${prefix}:messages`
  const options = {
    url,
    pingInterval: PING_EVERY_MS,
    maintNotifications: 'disabled',
    socket: {
      socketTimeout: IDLE_CONNECTION_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), MAX_RETRY_DELAY_MS),
    },
  } as const
  const commands: RedisClientType = createClient({ ...options, disableOfflineQueue: true })
  const subscriber: RedisClientType = createClient(options)

  let isSubscribed = false
  let isStalled = false
  let state: 'connecting' | 'ready' | 'lost' | 'closed' = 'connecting'
  const topics = new Map<string, Set<(body: unknown) => void>>()
  const reconnectListeners = new Set<() => void>()
  let reportFirst = () => {}
  const firstConnection = new Promise<void>((resolve) => {
    reportFirst = resolve
    setTimeout(resolve, FIRST_CONNECTION_WITHIN_MS).unref()
  })

  function onError(error: unknown) {
    if (!subscriber.isReady) isSubscribed = false
    if (state === 'lost' || state === 'closed') return
    if (commands.isReady && isSubscribed) {
      log.warn({ err: error }, 'error of a Redis connection that continues')
      return
    }
    log.error({ err: error }, 'no connection to Redis, will retry')
    state = 'lost'
  }

  function onReady() {
    if (!commands.isReady || !isSubscribed || state === 'ready' || state === 'closed') return
    const wasLost = state === 'lost'
    state = 'ready'
    isStalled = false
    reportFirst()
    if (!wasLost) return
    log.info('connected to Redis again')
    for (const listener of [...reconnectListeners]) listener()
  }

  function receive(text: string) {
    try {
      const { from, topic, body }: Message = JSON.parse(text)
      if (from === nodeId) return
      for (const listener of [...(topics.get(topic) ?? [])]) listener(body)
    } catch (error) {
      log.error({ err: error }, 'could not handle a message of another node')
    }
  }

  /** The client subscribes again by itself, except when the connection ended during the first subscription. */
  async function subscribe() {
    try {
      await subscriber.subscribe(channel, receive)
      isSubscribed = true
      onReady()
    } catch (error) {
      onError(error)
      if (subscriber.isReady) setTimeout(subscribe, MAX_RETRY_DELAY_MS).unref()
    }
  }

  commands.on('error', onError).on('ready', onReady)
  subscriber.on('error', onError).on('ready', subscribe)
  for (const client of [commands, subscriber]) client.connect().catch(onError)
  await firstConnection

  /** @throws at once while disconnected, or after half a second without a reply */
  async function run<Result>(work: (client: RedisClientType) => Promise<Result>) {
    if (!commands.isReady || isStalled) throw new Error('There is no connection to Redis.')
    const reply = work(commands)
    const settled = () => {
      isStalled = false
    }
    reply.then(settled, settled)
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => {
        isStalled = true
        reject(new Error(`Redis did not reply within ${REPLY_WITHIN_MS} ms.`))
      }, REPLY_WITHIN_MS).unref()
      reply.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  return {
    nodeId,
    isReady: () => state === 'ready' && !isStalled,
    run,
    key: (...parts: string[]) => [prefix, ...parts].join(':'),
    /** Dropped while disconnected. */
    publish(topic: string, body: unknown) {
      const message: Message = { from: nodeId, topic, body }
      run((client) => client.publish(channel, JSON.stringify(message))).catch((error: unknown) =>
        log.debug({ err: error, topic }, 'dropped a message to other nodes'),
      )
    },
    subscribe(topic: string, listener: (body: unknown) => void) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    onReconnect(listener: () => void) {
      reconnectListeners.add(listener)
      return () => void reconnectListeners.delete(listener)
    },
    async ping() {
      await run((client) => client.ping())
      if (!isSubscribed) throw new Error('There is no connection to Redis for messages.')
    },
    async close() {
      state = 'closed'
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
  }
}

export function createNodeChannel<Message>(connection: RedisConnection, topic: string): NodeChannel<Message> {
  return {
    send: (message) => connection.publish(topic, message),
    listen({ message, reconnected }) {
      const stops = [
        connection.subscribe(topic, (body) => message(body as Message)),
        connection.onReconnect(reconnected),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
