import { centsFromDollars } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import { AppError } from '../../platform/errors.ts'

/** Cents of an amount in dollars. @throws AppError 'bad_request' naming the field, unless it is above zero */
export function centsOf(dollars: number | undefined, field: string): number {
  const cents = dollars === undefined || dollars <= 0 ? null : centsFromDollars(dollars)
  if (cents === null) throw new AppError('bad_request', problemMessages.noAmount, { field })
  return cents
}
