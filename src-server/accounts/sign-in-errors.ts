import type { AccountProblem } from '#shared/account.ts'
import { AppError, type ErrorCode } from '../platform/errors.ts'

/** Converts a broken account rule to an error with its title and field. */
export function accountError(code: ErrorCode, { message, title, field }: AccountProblem): AppError {
  return new AppError(code, message, field ? { title, field } : { title })
}
