import { createHmac } from 'node:crypto'
import type { AnswerRequestInput } from '#shared/case-schema.ts'
import type { AddPhotosInput } from '#shared/order-change-schema.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import type { AppContext, CallContext } from '../context.ts'
import type { StoredFile } from '../files/store-file.ts'
import { timestamp } from '../platform/clock.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { AppError } from '../platform/errors.ts'

/** A repeat has the same key, and must have the same content. */
type KeyedRequest = { customerId: string; key: string | undefined; content: readonly unknown[] }

/** Received files are compared by name and bytes: their ids differ in a repeat. */
export function submitRequest(customerId: string, input: SubmitInput, received: readonly StoredFile[]): KeyedRequest {
  const { idempotencyKey: key, quoteId: _, ...submission } = input
  const files = received.map(({ file_name, sha256 }) => [file_name, sha256])
  return { customerId, key, content: ['submit', submission, files] }
}

/** `work` returns the id of the order. @throws when the key was used for another request, or little space is left */
export async function changeOnce(
  ctx: CallContext,
  kind: 'add-photos' | 'answer-request',
  customerId: string,
  { idempotencyKey: key, ...content }: AddPhotosInput | AnswerRequestInput,
  work: (tx: Tx, app: AppContext) => Promise<string>,
) {
  const { app } = ctx
  const request = { customerId, key, content: [kind, content] }
  const earlier = await findRepeat(app, app.db, request)
  if (earlier) return { orderId: earlier, isRepeat: true }
  if (app.disk.isLow()) throw app.disk.rejection()
  return inTransaction(ctx, async (tx) => {
    const repeated = await findRepeat(app, tx, request)
    if (repeated) return { orderId: repeated, isRepeat: true }
    const orderId = await work(tx, app)
    await rememberRequest(app, tx, request, orderId)
    return { orderId, isRepeat: false }
  })
}

/** HMAC, because numbers and codes have too little entropy for a plain hash. */
export function requestHash({ keyring }: AppContext, { content }: KeyedRequest, keyId = keyring.activeId) {
  const mac = createHmac('sha256', keyring.key(keyId, 'fingerprint')).update(JSON.stringify(content))
  return `${keyId}.${mac.digest('base64url')}`
}

/** The submission of an earlier request with this key. @throws AppError when it was used for another request */
export async function findRepeat(app: AppContext, db: Db, request: KeyedRequest): Promise<string | undefined> {
  const { customerId, key } = request
  const earlier = key === undefined ? undefined : await table('idempotency_keys').find(db, { user_id: customerId, key })
  if (!earlier) return undefined
  const [keyId] = earlier.request_hash.split('.')
  if (earlier.request_hash !== requestHash(app, request, keyId))
    throw new AppError('unprocessable', 'This Idempotency-Key belongs to another submission.')
  return earlier.submission_id
}

export async function rememberRequest(app: AppContext, tx: Tx, request: KeyedRequest, submissionId: string) {
  const { customerId, key } = request
  if (key === undefined) return
  await table('idempotency_keys').insert(tx, {
    user_id: customerId,
    key,
    request_hash: requestHash(app, request),
    submission_id: submissionId,
    created_at: timestamp(app.clock),
  })
}
