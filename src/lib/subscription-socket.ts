import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/web/trpc/router.ts'

/**
 * Our own tRPC subscription link instead of `wsLink`. In lazy mode, `wsLink` of @trpc/client 11.19 does not reconnect
 * when the socket closes before a subscription was sent: the subscription is lost and the client still reports
 * 'pending'. Earlier reconnect bugs: trpc/trpc #5118, #5119, #5999, #6640. This file implements the private wire
 * protocol of tRPC: with every tRPC upgrade, check it, and whether `wsLink` would do.
 */

const IDLE_CLOSE_MS = 1_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
const HANDSHAKE_MS = 15_000
/** The server sends PING every 30 seconds; without any message for this long the connection counts as lost. */
const SILENCE_MS = 45_000
/** Timeout of the PONG to our own PING. */
const ANSWER_MS = 5_000
/** From this HTTP status on the server failed and a retry may succeed. */
const WORTH_A_RETRY = 500
const TOO_MANY = 429

type LiveState = 'idle' | 'connecting' | 'pending'

type LiveSocket = {
  link: TRPCLink<AppRouter>
  /** 'pending' while it is open. */
  state(): LiveState
  onChange(listener: () => void): () => void
  /** For when the network may be back: reconnects without waiting for the retry, or checks an open socket by PING. */
  reconnectNow(): void
}

type LiveSocketOptions = {
  url(): string
  /** Called with code and reason of each close that the server or the network caused. `wasOpen`: after a handshake. */
  onClose?(code: number, reason: string, wasOpen: boolean): void
  WebSocket?: typeof globalThis.WebSocket
  /** In milliseconds; tests use a shorter delay. */
  firstRetryMs?: number
}

type Result = { type?: 'started' | 'stopped' | 'data'; id?: string; data?: unknown }
type Frame = {
  id: number | null
  result?: Result
  error?: { message: string; code: number; data: { httpStatus: number } }
}
type Subscription = {
  params: { path: string; input: unknown; lastEventId?: string }
  failures: number
  /** The socket over which it was sent; undefined while it has to be sent again. */
  startedOn?: WebSocket | undefined
  retry?: ReturnType<typeof setTimeout> | undefined
  next(result: Result): void
  error(error: TRPCClientError<AppRouter>): void
  complete(): void
  setState(state: LiveState): void
}

/**
 * Always reconnects: every state has exactly one timer or event of the current socket that leads out of it. After a
 * reconnect every subscription starts again, after its last event.
 */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { url, onClose, firstRetryMs = FIRST_RETRY_MS, WebSocket = globalThis.WebSocket } = options
  const subscriptions = new Map<number, Subscription>()
  const listeners = new Set<() => void>()
  let current: WebSocket | undefined
  let state: LiveState = 'idle'
  let attempts = 0
  let lastId = 0
  /** The only timer: handshake timeout, silence timeout, retry or idle close. */
  let timer: ReturnType<typeof setTimeout> | undefined

  const after = (ms: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const setState = (next: LiveState) => {
    if (state === next) return
    state = next
    for (const subscription of subscriptions.values()) subscription.setState(next)
    for (const listener of listeners) listener()
  }

  function connect() {
    drop()
    after(HANDSHAKE_MS, lost)
    const socket = new WebSocket(url())
    current = socket
    setState('connecting')
    const isCurrent = () => socket === current
    socket.onopen = () => {
      if (!isCurrent()) return
      setState('pending')
      wait()
      for (const id of subscriptions.keys()) start(id)
    }
    socket.onmessage = ({ data }) => isCurrent() && take(String(data))
    // A close event with the code always follows.
    socket.onerror = () => undefined
    socket.onclose = ({ code, reason }) => {
      if (!isCurrent()) return
      onClose?.(code, reason, state === 'pending')
      lost()
    }
  }

  function lost() {
    drop()
    if (subscriptions.size === 0) setState('idle')
    else {
      after(retryDelay(attempts++), connect)
      setState('connecting')
    }
  }

  function drop() {
    clearTimeout(timer)
    const socket = current
    current = undefined
    socket?.close()
  }

  /** Exponential with 50% jitter, so that clients do not all reconnect at once after a restart. In ms. */
  const retryDelay = (tries: number) =>
    Math.min(LONGEST_RETRY_MS, firstRetryMs * 2 ** tries) * (0.5 + Math.random() / 2)
  const isOpen = () => state === 'pending' && current?.readyState === WebSocket.OPEN
  const send = (message: string) => isOpen() && current?.send(message)

  function wait() {
    if (subscriptions.size > 0) after(isOpen() ? SILENCE_MS : HANDSHAKE_MS, lost)
    else after(IDLE_CLOSE_MS, rest)
  }

  function rest() {
    drop()
    setState('idle')
  }

  function start(id: number) {
    const subscription = subscriptions.get(id)
    if (!subscription || !isOpen() || subscription.startedOn === current) return
    clearTimeout(subscription.retry)
    subscription.retry = undefined
    subscription.startedOn = current
    send(JSON.stringify({ id, method: 'subscription', params: subscription.params }))
  }

  function take(text: string): void {
    wait()
    if (text === 'PING') return void send('PONG')
    if (text === 'PONG') return
    const { id, result, error } = JSON.parse(text) as Frame
    const subscription = id === null ? undefined : subscriptions.get(id)
    // Ignore frames of its previous attempt while it waits for a retry.
    if (id === null || !subscription || subscription.retry !== undefined) return
    if (error && (error.data.httpStatus >= WORTH_A_RETRY || error.data.httpStatus === TOO_MANY)) {
      subscription.startedOn = undefined
      subscription.retry = setTimeout(start, retryDelay(subscription.failures++), id)
      return
    }
    if (error) {
      subscriptions.delete(id)
      subscription.error(TRPCClientError.from({ error } as never))
    }
    if (!result) return
    // A result proves a working connection, so the backoff starts over.
    attempts = 0
    subscription.failures = 0
    if (result.id !== undefined) subscription.params.lastEventId = result.id
    subscription.next(result)
    if (result.type !== 'stopped') return
    subscriptions.delete(id)
    subscription.complete()
  }

  function add(subscription: Subscription) {
    const id = ++lastId
    subscriptions.set(id, subscription)
    subscription.setState(state)
    // A new subscription does not wait for the retry.
    if (!current) connect()
    else wait()
    start(id)
    return () => {
      clearTimeout(subscription.retry)
      if (!subscriptions.delete(id)) return
      if (subscription.startedOn === current) send(JSON.stringify({ id, method: 'subscription.stop' }))
      if (subscriptions.size === 0) wait()
    }
  }

  return {
    link:
      () =>
      ({ op: { path, input } }) =>
        observable((observer) =>
          add({
            params: { path, input },
            failures: 0,
            next: (result) => observer.next({ result: result as { type: 'data'; data: unknown } }),
            error: (error) => observer.error(error),
            complete: () => observer.complete(),
            setState: (now) => observer.next({ result: { type: 'state', state: now, error: null } }),
          }),
        ),
    state: () => state,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reconnectNow() {
      if (state === 'connecting' && !current) connect()
      else if (isOpen()) {
        send('PING')
        after(ANSWER_MS, lost)
      }
    },
  }
}
