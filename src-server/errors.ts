import type { Submission } from '#shared/submission-schema.ts'

/** What went wrong, for programs. Every door maps these to its own status codes (see `api/error-answer.ts`). */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'second_factor_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'unprocessable'
  | 'too_many_requests'
  | 'unavailable'
  | 'storage_full'
  | 'internal'

/**
 * Extra facts a screen needs beside the message: never secrets, never internals. `newer` is for staff only;
 * `retryAfterSeconds` also leaves as the header Retry-After.
 */
export type ErrorDetail = {
  title?: string
  field?: string
  quote?: unknown
  ticket?: string
  newer?: Submission
  retryAfterSeconds?: number
}

/** An error in words meant for the person who caused it. Anything else that is thrown is our fault and stays inside. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly detail: ErrorDetail

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** The one answer for what is not there and for what is somebody else's. */
export function notFound(): AppError {
  return new AppError('not_found', 'Not found.')
}
