import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../submissions/csv-line.ts'
import { listSellers, listSellersAfter, sumPaidYears } from './paid-queries.ts'
import { statementYear } from './seller-statement.ts'

/** Sellers in memory at a time. */
const BATCH = 200

const header = ['Year', 'Seller', 'Name', 'Email', 'Payouts', 'Paid', 'Returned payouts', 'Returned', 'Total']

/**
 * Returns what each seller was paid in a year (UTC) as pieces of a CSV file, by their ids. Money is in dollars; deleted
 * accounts keep their amounts. The audit entry is written before the promise resolves. Rows are read only as the pieces
 * are consumed.
 */
export async function exportSellers(ctx: CallContext, staff: Actor, year: string): Promise<AsyncGenerator<string>> {
  await auditNow(ctx, staff, 'sellers.exported', 'sellers', year)
  return csvPieces(ctx.app, year)
}

async function* csvPieces({ db }: AppContext, year: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  let ids = await listSellersAfter(db, '', BATCH)
  while (ids.length > 0) {
    const sums = new Map(
      (await sumPaidYears(db, ids)).filter((each) => each.year === year).map((each) => [each.user_id, each]),
    )
    const lines = (await listSellers(db, [...sums.keys()])).map(({ id, name, email }) => {
      const paid = sums.get(id)
      if (!paid) return ''
      const { payouts, paid: dollars, returnedPayouts, returned, total } = statementYear(paid)
      return csvLine([Number(year), id, name, email ?? '', payouts, dollars, returnedPayouts, returned, total])
    })
    if (lines.length > 0) yield lines.join('')
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
    ids = ids.length === BATCH ? await listSellersAfter(db, ids.at(-1) ?? '', BATCH) : []
  }
}
