import { momentsOf, type PayoutExportInput } from '#shared/export-range-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { type ExportedPayout, listExportedPayouts } from './payout-export-queries.ts'

const columns: CsvColumns<ExportedPayout> = {
  Payout: 'id',
  Sent: 'sent_at',
  State: 'state',
  Amount: 'amount_cents',
  Currency: 'currency',
  Fee: 'fee_cents',
  Order: 'submission_id',
  Brand: 'card_brand',
  'Face value': 'card_value_cents',
  Method: (row) => paymentTypeInfo[row.method_type].name,
  Provider: 'provider',
  Reference: 'reference',
  Seller: 'user_id',
  Approved: 'approved_at',
  Settled: 'settled_at',
  Ended: 'ended_at',
  Reconciled: 'reconciled_at',
}

/** The payouts that were sent in a range as a CSV file, oldest first, in dollars. */
export async function exportPayouts(ctx: CallContext, staff: Actor, given: PayoutExportInput) {
  await auditNow(ctx, staff, 'payout-list.exported', 'payouts', `${given.from ?? 'the start'} to ${given.to ?? 'now'}`)
  const range = momentsOf(given, ctx.app.site.current.timeZone)
  return csvOf(
    columns,
    batchesOf((after: ExportedPayout | undefined, limit) => listExportedPayouts(ctx.app.db, range, after, limit)),
  )
}
