import { z } from 'zod'
import type { SenderPauseReason } from '#shared/payout.ts'
import type { AuthorizedExchange } from './access-tokens.ts'
import type { Answered, Exchange } from './exchange.ts'

/** What PayPal calls an error, without its text, which may repeat the receiver. */
type PayPalError = {
  /** Like 'INSUFFICIENT_FUNDS'. */
  name: string
  /** The id that PayPal's support asks for. */
  debugId: string | undefined
}

export type UnknownReason = 'rate-limited' | 'server-error' | 'timeout' | 'connection' | 'unreadable'
type Unknown = { outcome: 'unknown'; reason: UnknownReason; retryAfterSeconds: number | undefined }
export type PayoutOutcome =
  | { outcome: 'accepted'; batchId: string }
  /** PayPal has this key already: `batchId` is the batch of the first request. */
  | { outcome: 'duplicate'; batchId: string }
  /** PayPal has this key already and does not name its batch. A person finds out. */
  | { outcome: 'duplicate-without-link' }
  /** The payment details are not right. Nothing was paid. */
  | { outcome: 'receiver-refused'; error: PayPalError }
  /** PayPal refuses the site, and paid nothing. The payout can be sent once the problem is solved. */
  | { outcome: 'sender-refused'; problem: SenderPauseReason; error: PayPalError | undefined }
  /** Paid or not: send the same request again, with `isRepeat`. */
  | Unknown
  /** PayPal refused a repeat. The request before may have been paid, so this stays unknown too. */
  | { outcome: 'unknown'; reason: 'refused-repeat'; refusal: Refusal; retryAfterSeconds: undefined }

type Refusal = Extract<PayoutOutcome, { outcome: 'receiver-refused' | 'sender-refused' }>

const created = z.object({ batch_header: z.object({ payout_batch_id: z.string().regex(/^[\w-]{1,64}$/) }) })

const links = z.array(z.object({ href: z.string().max(2048) })).catch([])
const problem = z.object({
  name: z.string().regex(/^[A-Z0-9_]{1,80}$/),
  debug_id: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .optional()
    .catch(undefined),
  details: z
    .array(z.object({ field: z.string().catch(''), issue: z.string().catch(''), link: links, links }))
    .max(100)
    .catch([]),
  links,
})
type Problem = z.infer<typeof problem>

const unreadable: Unknown = { outcome: 'unknown', reason: 'unreadable', retryAfterSeconds: undefined }

/** `isRepeat`: an earlier request with the same key had no clear answer; then no refusal is final. */
export function outcomeOf(exchange: AuthorizedExchange, isRepeat: boolean): PayoutOutcome {
  const outcome = firstOutcome(exchange)
  const isRefusal = outcome.outcome === 'receiver-refused' || outcome.outcome === 'sender-refused'
  return isRepeat && isRefusal
    ? { outcome: 'unknown', reason: 'refused-repeat', refusal: outcome, retryAfterSeconds: undefined }
    : outcome
}

/** The answer, when it says what PayPal did; else why nothing is known. Only of 403 the status is enough. */
export function clearAnswer(exchange: Exchange): Answered | Unknown {
  if (exchange.kind === 'unanswered')
    return { outcome: 'unknown', reason: exchange.reason, retryAfterSeconds: undefined }
  const { status, body, retryAfterSeconds } = exchange
  if (status === 429) return { outcome: 'unknown', reason: 'rate-limited', retryAfterSeconds }
  if (status >= 500 || status === 408) return { outcome: 'unknown', reason: 'server-error', retryAfterSeconds }
  return body === undefined && status !== 403 ? unreadable : exchange
}

function firstOutcome(exchange: AuthorizedExchange): PayoutOutcome {
  if (exchange.kind === 'unauthorized') return { outcome: 'sender-refused', problem: 'credentials', error: undefined }
  const answer = clearAnswer(exchange)
  if ('outcome' in answer) return answer
  const { status, body } = answer
  if (status === 200 || status === 201) {
    const { data } = created.safeParse(body)
    return data ? { outcome: 'accepted', batchId: data.batch_header.payout_batch_id } : unreadable
  }
  const { data } = problem.safeParse(body)
  const error = data && { name: data.name, debugId: data.debug_id }
  if (status === 403) return { outcome: 'sender-refused', problem: 'permission', error }
  return data && error && status >= 400 ? refusalOf(data, error) : unreadable
}

function refusalOf(problem: Problem, error: PayPalError): PayoutOutcome {
  if (isDuplicate(problem)) {
    const batchId = linkedBatch(problem)
    return batchId === undefined ? { outcome: 'duplicate-without-link' } : { outcome: 'duplicate', batchId }
  }
  const { name, details } = problem
  if (name === 'INSUFFICIENT_FUNDS') return { outcome: 'sender-refused', problem: 'funds', error }
  const isOfReceiver = details.length > 0 && details.every(({ field }) => /\breceiver$/.test(field))
  return name === 'VALIDATION_ERROR' && isOfReceiver
    ? { outcome: 'receiver-refused', error }
    : { outcome: 'sender-refused', problem: 'request', error }
}

/** PayPal documents USER_BUSINESS_ERROR of a batch as 'try again with a different sender_batch_id'. */
function isDuplicate({ name, details }: Problem) {
  return name === 'USER_BUSINESS_ERROR' || details.some(({ issue }) => /\bduplicate|already exists/i.test(issue))
}

/** The batch that the answer links to. Only its id is used, never the address. */
function linkedBatch({ details, links }: Problem) {
  const hrefs = [...details.flatMap((detail) => [...detail.link, ...detail.links]), ...links].map(({ href }) => href)
  return hrefs.map((href) => /\/v1\/payments\/payouts\/([\w-]{1,64})(?:\?|$)/.exec(href)?.[1]).find(Boolean)
}
