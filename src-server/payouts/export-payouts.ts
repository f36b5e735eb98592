import { momentsOf, type PayoutExportInput } from '#shared/export-range-schema.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { centsCell } from '../submissions/csv-line.ts'
import { type ExportedPayout, listExportedPayouts } from './payout-export-queries.ts'

const columns: CsvColumns<ExportedPayout> = {
  Payout: (row) => row.id,
  Sent: (row) => row.sent_at,
  State: (row) => row.state,
  Amount: (row) => centsCell(row.amount_cents),
  Currency: (row) => row.currency,
  Fee: (row) => centsCell(row.fee_cents),
  Order: (row) => row.submission_id,
  Brand: (row) => row.card_brand,
  'Face value': (row) => centsCell(row.card_value_cents),
  Method: (row) => paymentTypeInfo[row.method_type].name,
  Provider: (row) => row.provider,
  Reference: (row) => row.reference,
  Seller: (row) => row.user_id,
  Approved: (row) => row.approved_at,
  Settled: (row) => row.settled_at,
  Ended: (row) => row.ended_at,
  Reconciled: (row) => row.reconciled_at,
}

/** The payouts that were sent in a range as a CSV file, oldest first, in dollars and UTC. */
export async function exportPayouts(ctx: CallContext, staff: Actor, given: PayoutExportInput) {
  await auditNow(ctx, staff, 'payout-list.exported', 'payouts', `${given.from ?? 'the start'} to ${given.to ?? 'now'}`)
  const range = momentsOf(given)
  return csvOf(
    columns,
    batchesOf((after: ExportedPayout | undefined, limit) => listExportedPayouts(ctx.app.db, range, after, limit)),
  )
}
