import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { WebSocket } from 'ws'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { parsedJson } from '../../platform/parsed-json.ts'
import { errorResponse } from '../http/error-response.ts'

/** Close codes of RFC 6455 and its registry. */
const POLICY_CODE = 1008
export const COME_AGAIN_CODE = 1012
const TOO_SLOW_CODE = 1013

/** A page that reconnects makes five at once. Source: OWASP WebSocket Security, about 100 messages a minute. */
const CALLS_PER_MINUTE = 100
/** As over HTTP; tRPC's WebSocket adapter has no limit of its own. */
const CALLS_PER_FRAME = 10
/** The cost of a message that is no call (a stop, a ping, a pong), in calls. */
const OTHER_COST = 0.1
/** A page has eight at most. Each uses memory while it is open. */
const MAX_SUBSCRIPTIONS = 20
/** Silence before a ping, and the time for its pong, in ms. The client's reconnect timing relies on both. */
const patience = { silentMs: 30_000, answerMs: 10_000 }
/** Unsent bytes after which a client counts as not reading. */
const MAX_UNSENT = 1024 * 1024

const tooManyCalls = 'These are too many calls. Please wait a minute and try again.'
const tooManySubscriptions = 'Too many subscriptions on this connection.'
const batchTooLarge = `At most ${CALLS_PER_FRAME} calls can be sent at once.`

type SendCallback = (error?: Error) => void
type Data = Parameters<WebSocket['send']>[0]
type SendOptions = Parameters<WebSocket['send']>[1]

/** A WebSocket that closes when its client makes too many calls or does not read. */
export class GuardedSocket extends WebSocket {
  #clock: Clock | undefined
  #allowance = CALLS_PER_MINUTE
  #countedAt = 0
  #subscriptions = 0
  #heardAt = performance.now()
  #askedAt = 0
  /** Subscriptions that tRPC has not answered yet: it would ignore their stops. */
  readonly #starting = new Set<unknown>()
  /** Stops of those, delivered after the answer. */
  readonly #delayedStops = new Map<unknown, Message>()

  /** Pings a silent client and terminates one that did not answer its ping; call it periodically. */
  keepAlive({ silentMs, answerMs } = patience) {
    const now = performance.now()
    if (this.#askedAt > this.#heardAt) {
      if (now - this.#askedAt >= answerMs) this.terminate()
    } else if (now - this.#heardAt >= silentMs) {
      this.#askedAt = now
      this.send('PING')
    }
  }

  limitCalls(clock: Clock) {
    this.#clock = clock
    this.#countedAt = clock.now().getTime()
  }

  /** Counts a subscription until the returned function is called. @throws AppError 'too_many_requests' */
  enterSubscription() {
    if (this.#subscriptions >= MAX_SUBSCRIPTIONS) throw new AppError('too_many_requests', tooManySubscriptions)
    this.#subscriptions++
    let isIn = true
    return () => {
      if (isIn) this.#subscriptions--
      isIn = false
    }
  }

  override emit(name: string | symbol, ...args: unknown[]) {
    if (name === 'message') {
      this.#heardAt = performance.now()
      const messages = messagesOf(String(args[0]))
      if (!this.#admits(messages)) return false
      const current = messages.filter((message) => !this.#delays(message))
      if (current.length === 0) return true
      if (current.length < messages.length) return this.#receive(current)
    }
    return super.emit(name, ...args)
  }

  override send(data: Data, options?: SendOptions | SendCallback, callback?: SendCallback) {
    super.send(data, options as SendOptions, callback)
    if (this.#starting.size > 0 && typeof data === 'string') this.#noteAnswers(messagesOf(data))
    if (this.readyState !== WebSocket.OPEN || this.bufferedAmount <= MAX_UNSENT) return
    this.close(TOO_SLOW_CODE)
    // The close frame waits behind the unread bytes. Terminating also ends the running subscriptions.
    this.terminate()
  }

  #delays(message: unknown) {
    if (!isMessage(message)) return false
    if (message.method === 'subscription') this.#starting.add(message.id)
    if (!isStop(message) || !this.#starting.has(message.id)) return false
    this.#delayedStops.set(message.id, message)
    return true
  }

  #noteAnswers(answers: readonly unknown[]) {
    for (const answer of answers) {
      if (!isMessage(answer) || !this.#starting.delete(answer.id)) continue
      const stop = this.#delayedStops.get(answer.id)
      this.#delayedStops.delete(answer.id)
      if (stop) queueMicrotask(() => this.#receive([stop]))
    }
  }

  #receive(messages: readonly unknown[]) {
    return super.emit('message', Buffer.from(JSON.stringify(messages)), false)
  }

  #admits(messages: readonly unknown[]) {
    if (this.readyState !== WebSocket.OPEN) return false
    if (messages.length > CALLS_PER_FRAME) return this.#refuse(new AppError('bad_request', batchTooLarge))
    if (!this.#clock) return true
    const now = this.#clock.now().getTime()
    const earned = ((now - this.#countedAt) / MINUTE_MS) * CALLS_PER_MINUTE
    this.#countedAt = now
    this.#allowance = Math.min(CALLS_PER_MINUTE, this.#allowance + earned) - costOf(messages)
    if (this.#allowance >= 0) return true
    return this.#refuse(new AppError('too_many_requests', tooManyCalls, { retryAfterSeconds: MINUTE_MS / 1000 }))
  }

  #refuse(rejection: AppError) {
    const { status, body } = errorResponse(rejection)
    const { message, ...facts } = body
    const code = TRPC_ERROR_CODES_BY_KEY[status === 429 ? 'TOO_MANY_REQUESTS' : 'BAD_REQUEST']
    this.send(JSON.stringify({ id: null, error: { message, code, data: { ...facts, httpStatus: status } } }))
    this.close(POLICY_CODE)
    return false
  }
}

type Message = { id?: unknown; method?: unknown }

/** The messages of a frame; a ping or pong is one. */
function messagesOf(frame: string) {
  return frame === 'PING' || frame === 'PONG' ? [frame] : [parsedJson(frame)].flat()
}

function costOf(messages: readonly unknown[]) {
  const others = messages.filter((message) => typeof message === 'string' || isStop(message)).length
  return messages.length - others + others * OTHER_COST
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null
}

function isStop(value: unknown): value is Message {
  return isMessage(value) && value.method === 'subscription.stop'
}
