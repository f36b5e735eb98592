import { dollarsFromCents } from '#shared/money.ts'
import type { StatementYear } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import { type PaidMonth, sumPaidMonths } from './paid-queries.ts'

/** What a seller was paid by year, the newest first: the numbers that `exportSellers` has of them. */
export async function readStatement({ db }: AppContext, customerId: string): Promise<StatementYear[]> {
  const years = Map.groupBy(await sumPaidMonths(db, [customerId]), ({ month }) => month.slice(0, 4))
  return [...years]
    .toSorted(([one], [other]) => Number(other) - Number(one))
    .map(([year, months]) => statementYear(year, months))
}

/** One year of a seller in dollars; the total is what was paid less what came back. */
export function statementYear(year: string, months: readonly PaidMonth[]): StatementYear {
  const sum = (of: (month: PaidMonth) => number) => months.reduce((total, month) => total + of(month), 0)
  const [paid, returned] = [sum((month) => month.paid_cents), sum((month) => month.returned_cents)]
  return {
    year: Number(year),
    payouts: sum((month) => month.paid_count),
    paid: dollarsFromCents(paid),
    returnedPayouts: sum((month) => month.returned_count),
    returned: dollarsFromCents(returned),
    total: dollarsFromCents(paid - returned),
  }
}
