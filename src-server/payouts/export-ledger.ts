import { type LedgerExportInput, momentsOf } from '#shared/export-range-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import type { LedgerTransferTable } from '../platform/db/ledger-tables.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { rangeBatches, rangeColumns, transferColumns } from './export-ledger-range.ts'
import { listTransferBatch } from './ledger/ledger-queries.ts'

/** Those of the first release, which stay as they are. */
const columns: CsvColumns<LedgerTransferTable> = {
  ...transferColumns,
  Amount: (row) => dollarsFromCents(row.amount_cents),
}

/** The transfers of the ledger, or of one account, as a CSV file, oldest first, in dollars and UTC. */
export async function exportLedger(
  ctx: CallContext,
  staff: Actor,
  { account, from, to }: LedgerExportInput,
): Promise<AsyncGenerator<string>> {
  const { db } = ctx.app
  const whole = from === undefined && to === undefined
  const range = whole ? '' : `, ${from ?? 'the start'} to ${to ?? 'now'}`
  await auditNow(ctx, staff, 'ledger.exported', 'ledger', `${account === undefined ? 'all' : 'one account'}${range}`)
  if (!whole) return csvOf(rangeColumns, rangeBatches(db, account, momentsOf({ from, to })))
  return csvOf(
    columns,
    batchesOf((last: LedgerTransferTable | undefined, limit) =>
      listTransferBatch(db, { account, after: last?.sequence ?? 0 }, limit),
    ),
  )
}
