import { createHmac } from 'node:crypto'
import type { SubmitInput } from '#shared/submission-schema.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoredFile } from '../files/store-file.ts'
import { findIdempotencyKey } from './submission-queries.ts'

/** The parts of a submit request that must be equal in a repeat. */
type SubmitRequest = { customerId: string; input: SubmitInput; received: readonly StoredFile[] }

/**
 * Hashes a submission's fields and files, by id or, if uploaded with the request, by their bytes. Uses HMAC, because
 * card numbers have too little entropy for a plain hash.
 */
export function requestHash(
  { keyring }: Pick<AppContext, 'keyring'>,
  { input, received }: SubmitRequest,
  keyId = keyring.activeId,
): string {
  const { idempotencyKey: _, quoteId: __, ...submission } = input
  const files = received.map(({ name, sha256 }) => [name, sha256])
  const mac = createHmac('sha256', keyring.key(keyId, 'fingerprint')).update(
    JSON.stringify(['submit', submission, files]),
  )
  return `${keyId}.${mac.digest('base64url')}`
}

/**
 * Returns the submission created by an earlier request with the same idempotency key; undefined if there is none.
 * @throws AppError 'unprocessable' when the key was used for another submission.
 */
export async function findRepeat(
  ctx: Pick<AppContext, 'keyring'>,
  db: Db,
  request: SubmitRequest,
): Promise<string | undefined> {
  const key = request.input.idempotencyKey
  const earlier = key === undefined ? undefined : await findIdempotencyKey(db, request.customerId, key)
  if (!earlier) return undefined
  const [keyId] = earlier.request_hash.split('.')
  if (earlier.request_hash !== requestHash(ctx, request, keyId))
    throw new AppError('unprocessable', 'This Idempotency-Key belongs to another submission.')
  return earlier.submission_id
}
