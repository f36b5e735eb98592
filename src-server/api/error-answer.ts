import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type ErrorDetail } from '../errors.ts'

/** What a refused caller is told. Nothing of a stack, a query or a path of ours can be in it. */
export type ErrorAnswer = { status: number; body: { message: string; code: ErrorCode } & ErrorDetail }

const doors: Readonly<Record<ErrorCode, { status: number; trpc: TRPC_ERROR_CODE_KEY }>> = {
  bad_request: { status: 400, trpc: 'BAD_REQUEST' },
  unauthorized: { status: 401, trpc: 'UNAUTHORIZED' },
  forbidden: { status: 403, trpc: 'FORBIDDEN' },
  not_found: { status: 404, trpc: 'NOT_FOUND' },
  conflict: { status: 409, trpc: 'CONFLICT' },
  too_large: { status: 413, trpc: 'PAYLOAD_TOO_LARGE' },
  unsupported_type: { status: 415, trpc: 'UNSUPPORTED_MEDIA_TYPE' },
  unprocessable: { status: 422, trpc: 'UNPROCESSABLE_CONTENT' },
  unavailable: { status: 503, trpc: 'SERVICE_UNAVAILABLE' },
  internal: { status: 500, trpc: 'INTERNAL_SERVER_ERROR' },
}

const internal = new AppError('internal', 'Something went wrong on our side. Please try again.')

/** The refusal in an error of any layer; an error nobody meant for the caller becomes 'internal'. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) {
    const [issue] = error.issues
    const field = issue?.path.join('.')
    return new AppError('bad_request', issue?.message ?? 'The request is not right.', field ? { field } : {})
  }
  if (error instanceof TRPCError) return refusalOfTrpc(error)
  return isBusy(error) ? new AppError('unavailable', 'We are busy. Please try again in a moment.') : internal
}

/** The REST form of an error. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const { code, message, detail } = refusalOf(error)
  return { status: doors[code].status, body: { message, code, ...detail } }
}

/** The same refusal as tRPC carries it, with the status the HTTP adapter reads from its code. */
export function trpcErrorOf(error: unknown): TRPCError {
  const refusal = refusalOf(error)
  return new TRPCError({ code: doors[refusal.code].trpc, message: refusal.message, cause: refusal })
}

function refusalOfTrpc(error: TRPCError): AppError {
  if (error.cause instanceof AppError || error.cause instanceof ZodError) return refusalOf(error.cause)
  const code = (Object.keys(doors) as ErrorCode[]).find((each) => doors[each].trpc === error.code)
  if (code === 'not_found') return new AppError('not_found', 'Not found.')
  if (code && code !== 'internal') return new AppError(code, 'The request is not right.')
  return error.code === 'INTERNAL_SERVER_ERROR' ? internal : new AppError('bad_request', 'The request is not right.')
}

/** SQLite's write lock is held by another process for longer than we wait. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}
