import { z } from 'zod'
import type { PayPalConfig } from '../../platform/config/paypal.ts'
import { parsedJson } from '../../platform/parsed-json.ts'

type PayPalRequest = {
  method: 'GET' | 'POST'
  /** From the origin of the API on, like '/v1/payments/payouts'. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
}

/** An answer with its status. `body` is the parsed JSON, or undefined when it is none or is too large. */
export type Answered = { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | undefined }
/** No complete answer arrived: PayPal may have acted or not. */
type Unanswered = { kind: 'unanswered'; reason: 'timeout' | 'connection' }
export type Exchange = Answered | Unanswered

type Options = { apiUrl: string; timeoutMs: number; now: () => Date }

/** Answers about one payout have a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_RETRY_AFTER_SECONDS = 86_400

/** Sends one request and reads the whole answer within `timeoutMs`. Follows no redirect. Does not throw. */
async function exchange(request: PayPalRequest, { apiUrl, timeoutMs, now }: Options): Promise<Exchange> {
  const { method, path, headers, body } = request
  try {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    const text = await readText(response)
    return {
      kind: 'answered',
      status: response.status,
      body: text === undefined ? undefined : parsedJson(text),
      retryAfterSeconds: retryAfterOf(response.headers.get('retry-after'), now()),
    }
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    return { kind: 'unanswered', reason: isTimeout ? 'timeout' : 'connection' }
  }
}

async function readText({ body }: Response) {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    // Leaving the loop cancels the body.
    if (bytes > MAX_ANSWER_BYTES) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function retryAfterOf(header: string | null, now: Date) {
  if (header === null) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS)
}

/** PayPal accepts neither our credentials nor a new token made with them. */
type Unauthorized = { kind: 'unauthorized' }
export type AuthorizedExchange = Exchange | Unauthorized

export type AuthorizedApi = {
  /** Sends a request with a token. A token that PayPal rejects is renewed once. Does not throw. */
  get(path: string): Promise<AuthorizedExchange>
  /** The same, with a body that is JSON. */
  post(path: string, body?: PayPalRequest['body']): Promise<AuthorizedExchange>
}

/** A token is renewed this long before PayPal ends it, so that it lasts for the request. */
const EARLY_MS = 60_000

const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  expires_in: z.number().nonnegative(),
})
type Token = { kind: 'token'; text: string; renewAt: number }
type TokenResult = Token | AuthorizedExchange

/** The API of PayPal with the token of our app, which is cached and requested once for calls at the same time. */
export function authorizedApi(
  config: PayPalConfig,
  { timeoutMs, now }: { timeoutMs: number; now: () => Date },
): AuthorizedApi {
  const options = { apiUrl: config.apiUrl, timeoutMs, now }
  let current: Token | undefined
  let pending: Promise<TokenResult> | undefined

  async function request(): Promise<TokenResult> {
    const startedAt = now().getTime()
    const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=client_credentials'
    const answer = await exchange({ method: 'POST', path: '/v1/oauth2/token', headers, body }, options)
    if (answer.kind === 'unanswered') return answer
    if ([400, 401, 403].includes(answer.status)) return { kind: 'unauthorized' }
    const { data } = tokenAnswer.safeParse(answer.status === 200 ? answer.body : undefined)
    // Only the status: the answer must not be read as one to the request that needed the token.
    if (!data) return { ...answer, body: undefined }
    current = { kind: 'token', text: data.access_token, renewAt: startedAt + data.expires_in * 1000 - EARLY_MS }
    return current
  }

  async function token(): Promise<TokenResult> {
    if (current && now().getTime() < current.renewAt) return current
    pending ??= request().finally(() => {
      pending = undefined
    })
    return pending
  }

  /** The answer; undefined when PayPal rejected the token, which is not used again. */
  async function sendOnce({ headers, ...rest }: PayPalRequest): Promise<AuthorizedExchange | undefined> {
    const used = await token()
    if (used.kind !== 'token') return used
    const answer = await exchange({ ...rest, headers: { ...headers, authorization: `Bearer ${used.text}` } }, options)
    if (answer.kind !== 'answered' || answer.status !== 401) return answer
    if (current === used) current = undefined
    return undefined
  }

  const send = async (request: PayPalRequest): Promise<AuthorizedExchange> =>
    (await sendOnce(request)) ?? (await sendOnce(request)) ?? { kind: 'unauthorized' }
  return {
    get: (path) => send({ method: 'GET', path, headers: {} }),
    post: (path, body) =>
      send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, ...(body && { body }) }),
  }
}
