import { parsedJson } from '../../platform/parsed-json.ts'

export type PayPalRequest = {
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
export async function exchange(request: PayPalRequest, { apiUrl, timeoutMs, now }: Options): Promise<Exchange> {
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
