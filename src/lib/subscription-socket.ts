import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/trpc/router.ts'

const IDLE_CLOSE_MS = 1_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
/** A handshake that takes longer is given up: browsers wait for minutes. */
const OPEN_MS = 15_000
/** The server says PING every 30 seconds. Who hears nothing for longer talks to nobody. */
const SILENCE_MS = 45_000
/** How long the answer to a PING of ours may take. */
const ANSWER_MS = 5_000
/** From here on the server could not, and from what it says it may be able to later. */
const WORTH_A_RETRY = 500
const TOO_MANY = 429

export type LiveState = 'idle' | 'connecting' | 'pending'

export type LiveSocket = {
  /** Sends subscriptions over the socket, which opens with the first and closes when none is left. */
  link: TRPCLink<AppRouter>
  /** 'pending' while it is open. */
  state(): LiveState
  /** Calls `listener` whenever `state` is another, until the returned function is called. */
  onChange(listener: () => void): () => void
  /** For the moment the network may be back: connects now instead of at the next try, and proves an open socket. */
  reconnectNow(): void
}

export type LiveSocketOptions = {
  url(): string
  /** Called with code and reason of each close the server or the network brought about. */
  onClose?(code: number, reason: string): void
  WebSocket?: typeof globalThis.WebSocket
  /** Shorter only in tests, in milliseconds. */
  firstRetryMs?: number
}

type Params = { path: string; input: unknown; lastEventId?: string }
type Result = { type?: 'started' | 'stopped' | 'data'; id?: string; data?: unknown }
type Frame = {
  id: number | null
  result?: Result
  error?: { message: string; code: number; data: { httpStatus: number } }
}
type Subscription = {
  params: Params
  failures: number
  /** The socket it was sent over; undefined while it has to be sent again. */
  startedOn?: WebSocket | undefined
  retry?: ReturnType<typeof setTimeout> | undefined
  next(result: Result): void
  error(error: TRPCClientError<AppRouter>): void
  complete(): void
  setState(state: LiveState): void
}

/**
 * One socket for all subscriptions, which always comes back: one timer or one event of the one socket that counts
 * leads on from every state, and what an earlier socket still says is not heard. After each return every subscription
 * starts again, from its last event where those have ids. tRPC's own client forgets subscriptions that were not
 * sent yet when the socket closed, and calls itself open then.
 */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { url, onClose, firstRetryMs = FIRST_RETRY_MS, WebSocket = globalThis.WebSocket } = options
  const subscriptions = new Map<number, Subscription>()
  const listeners = new Set<() => void>()
  let current: WebSocket | undefined
  let state: LiveState = 'idle'
  let attempts = 0
  let lastId = 0
  /** The one thing that happens if nothing else does: giving up on a handshake, a silence, a retry, the idle close. */
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

  function connect(): void {
    drop()
    after(OPEN_MS, lost)
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
    // A close always follows, and brings the code.
    socket.onerror = () => undefined
    socket.onclose = ({ code, reason }) => {
      if (!isCurrent()) return
      onClose?.(code, reason)
      lost()
    }
  }

  function lost(): void {
    drop()
    if (subscriptions.size === 0) setState('idle')
    else {
      after(retryDelay(attempts++), connect)
      setState('connecting')
    }
  }

  function drop(): void {
    clearTimeout(timer)
    const socket = current
    current = undefined
    socket?.close()
  }

  /** Half of it is left to chance, so that not everybody comes at once after a restart. */
  const retryDelay = (tries: number) =>
    Math.min(LONGEST_RETRY_MS, firstRetryMs * 2 ** tries) * (0.5 + Math.random() / 2)
  const isOpen = () => state === 'pending' && current?.readyState === WebSocket.OPEN
  const send = (message: string) => isOpen() && current?.send(message)

  /** Begins to wait anew for what comes next. */
  function wait(): void {
    if (subscriptions.size > 0) after(isOpen() ? SILENCE_MS : OPEN_MS, lost)
    else after(IDLE_CLOSE_MS, rest)
  }

  function rest(): void {
    drop()
    setState('idle')
  }

  function start(id: number): void {
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
    // While it waits to be sent again, what is said of its former life means nothing.
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
    // Whoever is answered has a working connection, however short the ones before were.
    attempts = 0
    subscription.failures = 0
    if (result.id !== undefined) subscription.params.lastEventId = result.id
    subscription.next(result)
    if (result.type !== 'stopped') return
    subscriptions.delete(id)
    subscription.complete()
  }

  function add(subscription: Subscription): () => void {
    const id = ++lastId
    subscriptions.set(id, subscription)
    subscription.setState(state)
    // Somebody wants it now: no reason to wait for the next try.
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
