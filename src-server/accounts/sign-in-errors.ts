import type { AccountProblem } from '#shared/account.ts'
import { AppError, type ErrorCode } from '../errors.ts'

/** A broken account rule as an error, with its title and the field it belongs to. */
export function accountError(code: ErrorCode, { message, title, field }: AccountProblem): AppError {
  return new AppError(code, message, field ? { title, field } : { title })
}
