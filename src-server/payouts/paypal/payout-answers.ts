import { z } from 'zod'
import { centsFromDollars } from '#shared/money.ts'
import type { SenderPauseReason } from '#shared/payout.ts'
import type { Answered, AuthorizedExchange, Exchange } from './paypal-api.ts'

/** What PayPal calls an error, like 'INSUFFICIENT_FUNDS', without its text, which may repeat the receiver. */
export type PayPalError = { name: string; debugId: string | undefined }

type UnknownReason = 'rate-limited' | 'server-error' | 'timeout' | 'connection' | 'unreadable'
type Unknown = { outcome: 'unknown'; reason: UnknownReason; retryAfterSeconds?: number | undefined }
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
  | { outcome: 'unknown'; reason: 'refused-repeat'; refusal: Refusal; retryAfterSeconds?: undefined }

type Refusal = Extract<PayoutOutcome, { outcome: 'receiver-refused' | 'sender-refused' }>

const id = z.string().regex(/^[\w-]{1,64}$/)
const errorName = z.string().regex(/^[A-Z0-9_]{1,80}$/)
const debugId = z.string().regex(/^[\w-]{1,80}$/)
const created = z.object({ batch_header: z.object({ payout_batch_id: id }) })
const links = z.array(z.object({ href: z.string().max(2048) })).catch([])
const problem = z.object({
  name: errorName,
  debug_id: debugId.optional().catch(undefined),
  details: z
    .array(z.object({ field: z.string().catch(''), issue: z.string().catch(''), link: links, links }))
    .max(100)
    .catch([]),
  links,
})
type Problem = z.infer<typeof problem>

const unreadable: Unknown = { outcome: 'unknown', reason: 'unreadable' }

/** `isRepeat`: an earlier request with the same key had no clear answer; then no refusal is final. */
export function outcomeOf(exchange: AuthorizedExchange, isRepeat: boolean): PayoutOutcome {
  const outcome = firstOutcome(exchange)
  const isRefusal = outcome.outcome === 'receiver-refused' || outcome.outcome === 'sender-refused'
  return isRepeat && isRefusal ? { outcome: 'unknown', reason: 'refused-repeat', refusal: outcome } : outcome
}

/** The answer, when it says what PayPal did; else why nothing is known. Only of 403 the status is enough. */
function clearAnswer(exchange: Exchange): Answered | Unknown {
  if (exchange.kind === 'unanswered') return { outcome: 'unknown', reason: exchange.reason }
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

/** The state of a payout at PayPal. `error` is what PayPal calls the cause, like 'RECEIVER_UNREGISTERED'. */
type PayPalItemState =
  | { state: 'paid'; feeCents: number }
  | { state: 'waiting' }
  /** The receiver has no account yet, and 30 days to claim the money. */
  | { state: 'unclaimed' }
  /** The money has not left our account. */
  | ({ state: 'failed' } & Refused)
  /** The money had left our account and came back. */
  | ({ state: 'returned' } & Refused)

type Refused = {
  error: string | undefined
  /** PayPal objects to the receiver or to the payment, so that another account is no way around it. */
  isBlocked?: true
}

/** The one payout of a batch, with what we gave for it, so that the caller can compare. */
export type PayPalItem = PayPalItemState & {
  key: string
  /** Undefined while PayPal has not split the batch into items. */
  item: { itemId: string; payoutId: string; amountCents: number; transactionId: string | undefined } | undefined
}

export type LookUp =
  | { result: 'found'; payout: PayPalItem }
  | { result: 'not-found' }
  | { result: 'unauthorized' }
  | ({ result: 'unknown' } & Omit<Unknown, 'outcome'>)

/** Every documented status of an item, and the spellings in use. */
const stateOfStatus = {
  SUCCESS: 'paid',
  PENDING: 'waiting',
  ONHOLD: 'waiting',
  ON_HOLD: 'waiting',
  UNCLAIMED: 'unclaimed',
  FAILED: 'failed',
  DENIED: 'failed',
  BLOCKED: 'failed',
  CANCELED: 'failed',
  RETURNED: 'returned',
  REFUNDED: 'returned',
  REVERSED: 'returned',
} as const
/** With these PayPal objects, whatever error it names, or none. */
const blockedStatuses: ReadonlySet<string> = new Set(['BLOCKED', 'DENIED'])
/** Errors that are about who is paid, not about how: laws, risks, locked and limited accounts. */
const objection =
  /REGULATORY|COMPLIANCE|TRAVEL_RULE|RISK|FRAUD|BLOCK|DENIED|DECLINE|LOCKED|RESTRICT|LIMITATION|NOT_ALLOWED|YOUTH/
/** The state of a batch without items. */
const stateOfBatch = { PENDING: 'waiting', PROCESSING: 'waiting', DENIED: 'failed', CANCELED: 'failed' } as const

const dollarAmount = z
  .object({ currency: z.literal('USD'), value: z.string().regex(/^\d{1,10}(\.\d{1,9})?$/) })
  .transform(({ value }, context) => {
    const cents = centsFromDollars(Number(value))
    if (cents !== null) return cents
    context.addIssue('The amount is no number of cents.')
    return z.NEVER
  })
const item = z.object({
  payout_item_id: id,
  transaction_id: id.optional().catch(undefined),
  transaction_status: z.enum(Object.keys(stateOfStatus) as (keyof typeof stateOfStatus)[]),
  // PayPal documents the fee as optional: without one, none was taken.
  payout_item_fee: dollarAmount.optional(),
  payout_item: z.object({ sender_item_id: z.string().max(256), amount: dollarAmount }),
  errors: z.object({ name: errorName }).optional().catch(undefined),
})
const batch = z.object({
  batch_header: z.object({
    batch_status: z.string().max(36),
    sender_batch_header: z.object({ sender_batch_id: z.string().max(256) }),
  }),
  // We send one payout in a batch.
  items: z.array(item).max(1).optional(),
})

/** Reads the answer to the request for a batch. A status that PayPal does not document is unreadable. */
export function lookUpOf(exchange: AuthorizedExchange): LookUp {
  if (exchange.kind === 'unauthorized') return { result: 'unauthorized' }
  const answer = clearAnswer(exchange)
  if ('outcome' in answer)
    return { result: 'unknown', reason: answer.reason, retryAfterSeconds: answer.retryAfterSeconds }
  if (answer.status === 403) return { result: 'unauthorized' }
  if (answer.status === 404) return { result: 'not-found' }
  const { data } = batch.safeParse(answer.status === 200 ? answer.body : undefined)
  const payout = data && payoutOf(data)
  return payout ? { result: 'found', payout } : { result: 'unknown', reason: 'unreadable' }
}

function payoutOf({ batch_header, items = [] }: z.infer<typeof batch>): PayPalItem | undefined {
  const key = batch_header.sender_batch_header.sender_batch_id
  const [found] = items
  if (!found) {
    const { [batch_header.batch_status]: state } = stateOfBatch as Record<string, 'waiting' | 'failed' | undefined>
    return state && { ...stateWith(state, { status: batch_header.batch_status }), key, item: undefined }
  }
  const { transaction_status: status, payout_item } = found
  const { sender_item_id: payoutId, amount: amountCents } = payout_item
  return {
    ...stateWith(stateOfStatus[status], { status, feeCents: found.payout_item_fee, error: found.errors?.name }),
    key,
    item: { itemId: found.payout_item_id, payoutId, amountCents, transactionId: found.transaction_id },
  }
}

type Found = { status: string; feeCents?: number | undefined; error?: string | undefined }

function stateWith(state: PayPalItemState['state'], { status, feeCents = 0, error }: Found): PayPalItemState {
  if (state === 'paid') return { state, feeCents }
  if (state !== 'failed' && state !== 'returned') return { state }
  const isBlocked = blockedStatuses.has(status) || objection.test(error ?? '')
  return { state, error, ...(isBlocked && { isBlocked }) }
}
