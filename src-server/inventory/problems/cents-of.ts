import { centsFromDollars } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import { invalid } from '../../platform/errors.ts'

/** Above zero, or the refusal names the field. */
export function centsOf(dollars: number | undefined, field: string): number {
  const cents = dollars === undefined || dollars <= 0 ? null : centsFromDollars(dollars)
  if (cents === null) throw invalid(field, problemMessages.noAmount)
  return cents
}
