import type { S3Config } from '../config/engines.ts'
import { unavailable } from '../errors.ts'
import { storageFull } from './disk-space.ts'

/** In milliseconds. */
export type S3Limits = {
  connectMs: number
  /** From the request to the head of the response, and then between two chunks of its body. */
  responseMs: number
  quickMs: number
  /** How often a request is sent that failed or got no response. */
  attempts: number
}

export const defaultS3Limits: S3Limits = { connectMs: 2_000, responseMs: 10_000, quickMs: 2_000, attempts: 3 }

/** Sends nothing yet. `sdk` is loaded by the caller, only where it is needed. */
export function newS3Client({ S3Client }: typeof import('@aws-sdk/client-s3'), s3: S3Config, limits: S3Limits) {
  return new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: s3.pathStyle,
    maxAttempts: limits.attempts,
    // Other stores than Amazon's reject the checksums that the SDK adds by default. Files are authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.responseMs,
      throwOnRequestTimeout: true,
      // An idle socket can wait for a slow reader; `received` limits the waiting for the store.
      socketTimeout: 0,
    },
  })
}

const COME_AGAIN_SECONDS = 10

type StoreError = { name?: string; $metadata?: { httpStatusCode?: number; attempts?: number } }

export const NOT_IMPLEMENTED = 501

/** 'NoSuchKey', or the name of any other error. */
export function codeOf(error: unknown) {
  return (error as StoreError | null)?.name ?? ''
}

export function statusOf(error: unknown) {
  return (error as StoreError | null)?.$metadata?.httpStatusCode
}

/** Whether the condition of a write failed: the object exists, has changed, or is missing. */
export function isRefusedByCondition(error: unknown) {
  return statusOf(error) === 412 || codeOf(error) === 'NoSuchKey'
}

/** Whether the request was sent more than once, so that an earlier attempt may have succeeded unheard. */
export function wasRepeated(error: unknown) {
  return ((error as StoreError | null)?.$metadata?.attempts ?? 1) > 1
}

/** The error for a caller whose file could not be stored or read: 'storage_full' or 'unavailable', with the cause. */
export function storeFailure(cause: unknown) {
  const options = { cause: new Error(describe(cause), { cause }) }
  if (isFull(cause)) return storageFull(options)
  const message = "We can't reach our file storage right now. Please try again in a moment."
  return unavailable(message, COME_AGAIN_SECONDS, options)
}

/** For the log, which has no other fields of the SDK's error. */
function describe(error: unknown) {
  const { httpStatusCode, attempts } = (error as StoreError | null)?.$metadata ?? {}
  return `The file store failed: ${codeOf(error)}, status ${httpStatusCode ?? 'none'}, attempts ${attempts ?? 1}`
}

/** Stores have no common code for a full disk or a used-up quota. */
function isFull(error: unknown) {
  return statusOf(error) === 507 || /quota|storagefull|insufficient(storage|capacity)/i.test(codeOf(error))
}
