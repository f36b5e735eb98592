import type { AccountProblem } from '#shared/account.ts'
import { AppError, type ErrorCode } from '../platform/errors.ts'

export function accountError(code: ErrorCode, { message, title, field }: AccountProblem) {
  return new AppError(code, message, field ? { title, field } : { title })
}
