import type { StatementYear } from '#shared/report-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { listPeople, listSellersAfter, sumPaidYears } from './paid-queries.ts'
import { statementYear } from './seller-statement.ts'

type PaidSeller = StatementYear & { id: string; name: string; email: string | null }

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
}

/** What each seller was paid in a year, in dollars. The audit entry is written before the promise resolves. */
export async function exportSellers(ctx: CallContext, staff: Actor, year: string): Promise<AsyncGenerator<string>> {
  await auditNow(ctx, staff, 'sellers.exported', 'sellers', year)
  return csvOf(columns, sellerBatches(ctx.app, year))
}

async function* sellerBatches({ db }: CallContext['app'], year: string): AsyncGenerator<PaidSeller[]> {
  const batches = batchesOf((after: string | undefined, limit) => listSellersAfter(db, after ?? '', limit))
  for await (const ids of batches) {
    if (ids.length === 0) return
    const years = (await sumPaidYears(db, ids)).filter((each) => each.year === year)
    const sums = new Map(years.map((each) => [each.user_id, statementYear(each)]))
    yield (await listPeople(db, [...sums.keys()])).flatMap((seller) => {
      const paid = sums.get(seller.id)
      return paid ? [{ ...seller, ...paid }] : []
    })
  }
}
