import { z } from 'zod'
import type { AuthorizedExchange } from './access-tokens.ts'
import { dollarAmount } from './amount.ts'
import { clearAnswer, type UnknownReason } from './payout-outcome.ts'

/** The state of a payout at PayPal. `error` is what PayPal calls the cause, like 'RECEIVER_UNREGISTERED'. */
type PayPalItemState =
  | { state: 'paid'; feeCents: number }
  /** PayPal has not decided yet. */
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
  /** Our key of the request. */
  key: string
  /** Undefined while PayPal has not split the batch into items. */
  item: { itemId: string; payoutId: string; amountCents: number; transactionId: string | undefined } | undefined
}

export type LookUp =
  | { result: 'found'; payout: PayPalItem }
  | { result: 'not-found' }
  /** PayPal refuses our credentials or permissions. */
  | { result: 'unauthorized' }
  | { result: 'unknown'; reason: UnknownReason; retryAfterSeconds: number | undefined }

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

const id = z.string().regex(/^[\w-]{1,64}$/)
const item = z.object({
  payout_item_id: id,
  transaction_id: id.optional().catch(undefined),
  transaction_status: z.enum(Object.keys(stateOfStatus) as (keyof typeof stateOfStatus)[]),
  // PayPal documents the fee as optional: without one, none was taken.
  payout_item_fee: dollarAmount.optional(),
  payout_item: z.object({ sender_item_id: z.string().max(256), amount: dollarAmount }),
  errors: z
    .object({ name: z.string().regex(/^[A-Z0-9_]{1,80}$/) })
    .optional()
    .catch(undefined),
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
  return payout
    ? { result: 'found', payout }
    : { result: 'unknown', reason: 'unreadable', retryAfterSeconds: undefined }
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
