import { dollarsFromCents } from '#shared/money.ts'
import type { StatementYear } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import { type PaidYear, sumPaidYears } from './paid-queries.ts'

/** What a seller was paid by year, the newest first: the numbers that `exportSellers` has of them. */
export async function readStatement({ db }: AppContext, customerId: string): Promise<StatementYear[]> {
  const years = await sumPaidYears(db, [customerId])
  return years.toSorted((one, other) => Number(other.year) - Number(one.year)).map(statementYear)
}

/** One year of a seller in dollars; the total is what was paid less what came back. */
export function statementYear({ year, ...sums }: PaidYear): StatementYear {
  return {
    year: Number(year),
    payouts: sums.paid_count,
    paid: dollarsFromCents(sums.paid_cents),
    returnedPayouts: sums.returned_count,
    returned: dollarsFromCents(sums.returned_cents),
    total: dollarsFromCents(sums.paid_cents - sums.returned_cents),
  }
}
