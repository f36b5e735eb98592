import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { errorResponse } from '../http/error-response.ts'

/** Close codes of RFC 6455 and its registry. */
export const POLICY_CODE = 1008
export const COME_AGAIN_CODE = 1012
const TOO_SLOW_CODE = 1013

/** One every 600 ms; a page in a reconnectNow starts five at once. Source: OWASP WebSocket Security, about 100 messages a minute. */
const CALLS_PER_MINUTE = 100
/** What tRPC's own adapter allows over HTTP; over WebSockets it allows any number. */
const CALLS_PER_FRAME = 10
/** What pages send beside calls (a stop, a ping, the answer to one) costs this part of a call. */
const OTHER_COST = 0.1
/** A page has eight at most. Each takes memory for as long as it lives, and work at its start. */
const MAX_SUBSCRIPTIONS = 20
/** How long somebody may say nothing before they are asked, and how long they have to answer. Pages count on it. */
const patience = { silentMs: 30_000, answerMs: 10_000 }
/** Who takes this much in no time is not reading. In bytes. */
const MAX_UNSENT = 1024 * 1024
const MINUTE_MS = 60_000

const manyMessages = 'These are too many calls. Please wait a minute and try again.'
const subscriptionMessages = 'Too much is watched at once on this page.'
const batchMessages = `At most ${CALLS_PER_FRAME} calls can be sent at once.`

type SendCallback = (error?: Error) => void
type Data = Parameters<WebSocket['send']>[0]
type SendOptions = Parameters<WebSocket['send']>[1]

/**
 * A connection that is closed when its caller asks too much or does not read. What comes in after it was closed is
 * not heard.
 */
export class GuardedSocket extends WebSocket {
  #clock: Clock | undefined
  #allowance = CALLS_PER_MINUTE
  #countedAt = 0
  #subscriptions = 0
  #heardAt = performance.now()
  #askedAt = 0

  /** To be called now and then: asks who was silent whether they are there, and cuts off who did not answer. */
  keepAlive({ silentMs, answerMs } = patience): void {
    const now = performance.now()
    if (this.#askedAt > this.#heardAt) {
      if (now - this.#askedAt >= answerMs) this.terminate()
    } else if (now - this.#heardAt >= silentMs) {
      this.#askedAt = now
      this.send('PING')
    }
  }

  /** Counts calls from now on. */
  limitCalls(clock: Clock): void {
    this.#clock = clock
    this.#countedAt = clock.now().getTime()
  }

  /** Counts a subscription until the returned function is called. @throws AppError 'too_many_requests' */
  enterSubscription(): () => void {
    if (this.#subscriptions >= MAX_SUBSCRIPTIONS) throw new AppError('too_many_requests', subscriptionMessages)
    this.#subscriptions++
    let isIn = true
    return () => {
      if (isIn) this.#subscriptions--
      isIn = false
    }
  }

  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name === 'message') {
      this.#heardAt = performance.now()
      if (!this.#admits(String(args[0]))) return false
    }
    return super.emit(name, ...args)
  }

  override send(data: Data, options?: SendOptions | SendCallback, callback?: SendCallback): void {
    super.send(data, options as SendOptions, callback)
    if (this.readyState !== WebSocket.OPEN || this.bufferedAmount <= MAX_UNSENT) return
    this.close(TOO_SLOW_CODE)
    // The code waits behind all that was not read. What is still being made for them ends with the connection.
    this.terminate()
  }

  #admits(frame: string): boolean {
    if (this.readyState !== WebSocket.OPEN) return false
    const { messages, cost } = costOf(frame)
    if (messages > CALLS_PER_FRAME) return this.#refuse(new AppError('bad_request', batchMessages))
    if (!this.#clock) return true
    const now = this.#clock.now().getTime()
    const earned = ((now - this.#countedAt) / MINUTE_MS) * CALLS_PER_MINUTE
    this.#countedAt = now
    this.#allowance = Math.min(CALLS_PER_MINUTE, this.#allowance + earned) - cost
    if (this.#allowance >= 0) return true
    return this.#refuse(new AppError('too_many_requests', manyMessages, { retryAfterSeconds: MINUTE_MS / 1000 }))
  }

  /** Says why, then closes. */
  #refuse(rejection: AppError): false {
    const { status, body } = errorResponse(rejection)
    const { message, ...facts } = body
    const code = TRPC_ERROR_CODES_BY_KEY[status === 429 ? 'TOO_MANY_REQUESTS' : 'BAD_REQUEST']
    this.send(JSON.stringify({ id: null, error: { message, code, data: { ...facts, httpStatus: status } } }))
    this.close(POLICY_CODE)
    return false
  }
}

function costOf(frame: string): { messages: number; cost: number } {
  if (frame === 'PING' || frame === 'PONG') return { messages: 1, cost: OTHER_COST }
  const messages = [parsed(frame)].flat()
  const stops = messages.filter(isStop).length
  return { messages: messages.length, cost: messages.length - stops + stops * OTHER_COST }
}

function isStop(message: unknown): boolean {
  const isObject = typeof message === 'object' && message !== null
  return isObject && 'method' in message && message.method === 'subscription.stop'
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame)
  } catch {
    return undefined
  }
}
