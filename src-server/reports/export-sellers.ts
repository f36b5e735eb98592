import { dollarsFromCents } from '#shared/money.ts'
import type { StatementYear } from '#shared/report-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { listPeople, listSellersAfter, type PaidMonth, sumPaidMonths, sumRepaidInYear } from './paid-queries.ts'

type Person = { id: string; name: string; email: string | null }
type PaidSeller = StatementYear & Person & { months: readonly PaidMonth[]; waived: number; repaid: number }

/** Gross: what arrived and what was set off, whatever came back. */
const paidIn = (number: number) => (seller: PaidSeller) => {
  const month = seller.months.find((each) => Number(each.month.slice(5)) === number)
  return dollarsFromCents(month?.paid_cents ?? 0)
}
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthColumns = Array.from({ length: 12 }, (_, at) => [monthName.format(Date.UTC(2026, at)), paidIn(at + 1)])

const columns: CsvColumns<PaidSeller> = {
  Year: (row) => row.year,
  Seller: (row) => row.id,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Payouts: (row) => row.payouts,
  Paid: (row) => row.paid,
  'Returned payouts': (row) => row.returnedPayouts,
  Returned: (row) => row.returned,
  Total: (row) => row.total,
  ...Object.fromEntries(monthColumns),
  Waived: (row) => row.waived,
  Repaid: (row) => row.repaid,
}

/** In dollars, also by month, with what they repaid of claw backs. The audit entry is written first. */
export async function exportSellers(ctx: CallContext, staff: Actor, year: string): Promise<AsyncGenerator<string>> {
  await auditNow(ctx, staff, 'sellers.exported', 'sellers', year)
  return csvOf(columns, sellerBatches(ctx.app, year))
}

async function* sellerBatches({ db }: CallContext['app'], year: string): AsyncGenerator<PaidSeller[]> {
  const batches = batchesOf((after: string | undefined, limit) => listSellersAfter(db, after ?? '', limit))
  for await (const ids of batches) {
    if (ids.length === 0) return
    const months = (await sumPaidMonths(db, ids)).filter(({ month }) => month.startsWith(year))
    const ofSeller = Map.groupBy(months, (month) => month.user_id)
    const debtsOf = Map.groupBy(await sumRepaidInYear(db, ids, year), (row) => row.user_id)
    const sellers = await listPeople(db, [...new Set([...ofSeller.keys(), ...debtsOf.keys()])])
    yield sellers.map((seller) => {
      const own = ofSeller.get(seller.id) ?? []
      const sum = (of: 'repaid_cents' | 'waived_cents') =>
        dollarsFromCents((debtsOf.get(seller.id) ?? []).reduce((total, row) => total + row[of], 0))
      const debts = { repaid: sum('repaid_cents'), waived: sum('waived_cents') }
      return { ...seller, ...statementYear(year, own), ...debts, months: own }
    })
  }
}

/** What a seller was paid by year, the newest first: the numbers that `exportSellers` has of them. */
export async function readStatement({ db }: AppContext, customerId: string) {
  const years = Map.groupBy(await sumPaidMonths(db, [customerId]), ({ month }) => month.slice(0, 4))
  return [...years]
    .toSorted(([one], [other]) => Number(other) - Number(one))
    .map(([year, months]) => statementYear(year, months))
}

/** One year of a seller in dollars; the total is what was paid less what came back. */
function statementYear(year: string, months: readonly PaidMonth[]) {
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
