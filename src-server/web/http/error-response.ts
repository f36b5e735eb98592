import { TRPCError } from '@trpc/server'
import { ZodError, z } from 'zod'
import { AppError, busy, type ErrorCode, type ErrorDetail, notFound } from '../../platform/errors.ts'

const unclear = 'Invalid request.'
// Our own schema rules have messages for people; the library's default messages are not fit for them.
z.config({ customError: () => unclear })

/** The body of an error response. It never contains a stack trace, a query or a path of the server. */
export type ErrorResponse = {
  status: number
  headers: Record<string, string>
  body: { message: string; code: ErrorCode } & ErrorDetail
}

const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  second_factor_required: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  unavailable: 503,
  storage_full: 507,
  internal: 500,
}

/** The response to an error of any layer, the same for tRPC, REST and WebSocket. Unexpected errors are 'internal'. */
export function errorResponse(error: unknown): ErrorResponse {
  const { code, message, detail } = refusalOf(error)
  const { retryAfterSeconds } = detail
  const headers: Record<string, string> = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}
  return { status: statuses[code], headers, body: { message, code, ...detail } }
}

function refusalOf(error: unknown) {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return refusalOfInput(error)
  if (error instanceof TRPCError) return refusalOfTrpc(error)
  return error instanceof Error ? refusalOfParser(error) : internalError()
}

function refusalOfInput({ issues: [issue] }: ZodError) {
  const field = issue?.path.join('.')
  return new AppError('bad_request', issue?.message ?? unclear, field ? { field } : {})
}

function refusalOfTrpc({ code, cause }: TRPCError) {
  if (cause instanceof AppError) return cause
  if (code === 'BAD_REQUEST') return cause instanceof ZodError ? refusalOfInput(cause) : unreadable()
  if (code === 'NOT_FOUND') return notFound()
  if (code === 'PAYLOAD_TOO_LARGE') return tooLarge()
  // A failed output schema is a ZodError too, but the server's own fault.
  return code === 'INTERNAL_SERVER_ERROR' ? refusalOfCause(cause) : unreadable()
}

function refusalOfCause(cause: Error | undefined) {
  return cause === undefined || cause instanceof ZodError ? internalError() : refusalOfParser(cause)
}

/** Errors of Fastify, its body parsers and SQLite, by their own codes. */
function refusalOfParser(error: Error & { statusCode?: number; code?: string }) {
  const { statusCode, code } = error
  const machine = systemError(code)
  if (machine) return machine
  if (statusCode === 413) return tooLarge()
  if (statusCode === 415) return new AppError('unsupported_type', "This content type isn't supported here.")
  if (statusCode === 404) return notFound()
  return statusCode !== undefined && statusCode < 500 ? unreadable() : internalError()
}

/** Errors of the disk, the database and the operating system, by the codes of SQLite, PostgreSQL and Node. */
function systemError(code: string | undefined) {
  switch (code) {
    case 'SQLITE_BUSY':
      return busy(1)
    case 'SQLITE_FULL':
    // PostgreSQL: disk_full
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('storage_full', 'Our storage is full right now. Please try again later.')
    case 'SQLITE_CANTOPEN':
    case 'DATABASE_UNAVAILABLE':
    // PostgreSQL: lock_timeout, statement_timeout
    case '55P03':
    case '57014':
    case 'EMFILE':
    case 'ENFILE':
      return busy()
    case 'SQLITE_READONLY':
    case 'EROFS':
      return new AppError('unavailable', "We can't save anything right now. Please try again later.")
    default:
      return undefined
  }
}

/** The bytes of the request are not what they should be. */
export function unreadable() {
  return new AppError('bad_request', "We can't read this request.")
}

export function tooLarge() {
  return new AppError('too_large', 'The request is too large.')
}

function internalError() {
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}
