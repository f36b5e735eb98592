import { type ExportRange, momentsOf, type PayoutExportInput } from '#shared/export-range-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { BYTE_ORDER_MARK, type CsvCents, csvLine } from '../submissions/csv-line.ts'
import { type ExportedPayout, listExportedPayouts } from './payout-export-queries.ts'

/** Rows in memory at a time. */
const BATCH = 500

const header = [
  ...['Payout', 'Sent', 'State', 'Amount', 'Currency', 'Fee', 'Order', 'Brand', 'Face value', 'Method', 'Provider'],
  ...['Reference', 'Seller', 'Approved', 'Settled', 'Ended', 'Reconciled'],
]

/**
 * Returns the payouts that were sent in a range as pieces of a CSV file, oldest first. Amounts have two decimals, times
 * are UTC, customers are named by their ids. The audit entry is written before the promise resolves.
 */
export async function exportPayouts(
  ctx: CallContext,
  staff: Actor,
  given: PayoutExportInput,
): Promise<AsyncGenerator<string>> {
  await auditNow(ctx, staff, 'payout-list.exported', 'payouts', `${given.from ?? 'the start'} to ${given.to ?? 'now'}`)
  return csvPieces(ctx.app, momentsOf(given))
}

async function* csvPieces({ db }: AppContext, range: ExportRange): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  let after: ExportedPayout | undefined
  do {
    const rows = await listExportedPayouts(db, range, after, BATCH)
    if (rows.length > 0) yield rows.map(exportedLine).join('')
    after = rows.length === BATCH ? rows.at(-1) : undefined
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
  } while (after !== undefined)
}

const centsCell = (cents: number | null): CsvCents | '' => (cents === null ? '' : { cents })

function exportedLine(row: ExportedPayout): string {
  return csvLine([
    ...[row.id, row.sent_at, row.state, { cents: row.amount_cents }, row.currency, centsCell(row.fee_cents)],
    ...[row.submission_id, row.card_brand, { cents: row.card_value_cents }, paymentTypeInfo[row.method_type].name],
    ...[row.provider ?? '', row.reference ?? '', row.user_id, row.approved_at, row.settled_at ?? ''],
    ...[row.ended_at ?? '', row.reconciled_at ?? ''],
  ])
}
