import type { AccountProblem } from '#shared/account.ts'
import type { Submission } from '#shared/submission-schema.ts'

/** Error codes of the API. Each transport maps them to its status codes (see `http/error-response.ts`). */
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

/** Data for the client, without secrets. `newer` is for staff only; `retryAfterSeconds` is also a header. */
export type ErrorDetail = {
  title?: string
  field?: string
  quote?: unknown
  ticket?: string
  newer?: Submission
  retryAfterSeconds?: number
}

/** An error whose message is shown to the caller. Other errors are internal and are never sent. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly detail: ErrorDetail

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.detail = detail
  }
}

/** The same error for missing objects and for those of other users, so that ids cannot be probed. */
export function notFound() {
  return new AppError('not_found', 'Not found.')
}

export function conflict(message: string, detail?: ErrorDetail) {
  return new AppError('conflict', message, detail)
}

export function invalid(field: string, message: string) {
  return new AppError('bad_request', message, { field })
}

/** With the title of a problem that the form of an account shows. */
export function accountError(code: ErrorCode, { message, title, field }: AccountProblem) {
  return new AppError(code, message, field ? { title, field } : { title })
}

const RETRY_SECONDS = 5

/** Not now; the caller may come again after these seconds. */
export function unavailable(message: string, retryAfterSeconds = RETRY_SECONDS, options?: ErrorOptions) {
  return new AppError('unavailable', message, { retryAfterSeconds }, options)
}

/** This person has too many of something at once. */
export function tooMany(message: string) {
  return new AppError('too_many_requests', message, { retryAfterSeconds: RETRY_SECONDS })
}

export const busyMessage = 'We are busy. Please try again in a moment.'

export function busy(retryAfterSeconds?: number, options?: ErrorOptions) {
  return unavailable(busyMessage, retryAfterSeconds, options)
}

/** It may have committed: remove nothing that the transaction refers to. A repeat with the same key is safe. */
export class OutcomeUnknown extends AppError {
  constructor() {
    super('unavailable', busyMessage, { retryAfterSeconds: RETRY_SECONDS })
  }
}

export function signInRequired() {
  return new AppError('unauthorized', 'Please sign in.')
}
