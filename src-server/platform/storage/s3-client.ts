import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/engines.ts'

/** Time limits in milliseconds. */
export type S3Limits = {
  connectMs: number
  /** From the request to the head of the response, and then between two chunks of its body. */
  responseMs: number
  /** For requests whose failure matters little. */
  quickMs: number
  /** How often a request is sent that failed or got no response. */
  attempts: number
}

export const defaultS3Limits: S3Limits = { connectMs: 2_000, responseMs: 10_000, quickMs: 2_000, attempts: 3 }

/** Sends nothing yet. `sdk` is loaded by the caller, only where it is needed. */
export function newS3Client(
  { S3Client }: typeof import('@aws-sdk/client-s3'),
  s3: S3Config,
  limits: S3Limits,
): S3Client {
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
