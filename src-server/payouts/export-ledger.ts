import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import type { LedgerTransferTable } from '../platform/db/ledger-tables.ts'
import { BYTE_ORDER_MARK, csvLine } from '../submissions/csv-line.ts'
import { listTransferBatch } from './ledger/ledger-queries.ts'

/** Rows in memory at a time. */
const BATCH = 500

/** The columns of the first release, which stay as they are. */
export const ledgerColumns = [
  'Number',
  'Time',
  'Kind',
  'Debit',
  'Credit',
  'Amount',
  'Currency',
  'Order',
  'Payout',
  'Key',
]

/**
 * Returns the transfers of the ledger, or of one account, as pieces of a CSV file, oldest first. Money is in dollars,
 * times are UTC, customers are named by their ids. The audit entry is written before the promise resolves. Rows are
 * read only as the pieces are consumed.
 */
export async function exportLedger(
  ctx: CallContext,
  staff: Actor,
  account: string | undefined,
): Promise<AsyncGenerator<string>> {
  await auditNow(ctx, staff, 'ledger.exported', 'ledger', account === undefined ? 'all' : 'one account')
  return csvPieces(ctx.app, account)
}

async function* csvPieces({ db }: AppContext, account: string | undefined): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(ledgerColumns)
  let after: number | undefined = 0
  do {
    const rows = await listTransferBatch(db, { account, after }, BATCH)
    if (rows.length > 0) yield rows.map(exportedLine).join('')
    after = rows.length === BATCH ? rows.at(-1)?.sequence : undefined
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
  } while (after !== undefined)
}

function exportedLine(row: LedgerTransferTable): string {
  const { sequence, at, kind, debit, credit, amount_cents, currency, submission_id, payout_id, key } = row
  const amount = dollarsFromCents(amount_cents)
  return csvLine([sequence, at, kind, debit, credit, amount, currency, submission_id ?? '', payout_id ?? '', key])
}
