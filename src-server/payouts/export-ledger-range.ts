import { type ExportRange, type LedgerExportInput, momentsOf } from '#shared/export-range-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { BYTE_ORDER_MARK, type CsvCents, csvLine } from '../submissions/csv-line.ts'
import { ledgerColumns } from './export-ledger.ts'
import { sharedAccount } from './ledger/accounts.ts'
import { type ExportedTransfer, listExportedTransfers, sumTransfers } from './ledger/ledger-export-queries.ts'
import { findNewestSequence } from './ledger/ledger-queries.ts'

/** Rows in memory at a time. */
const BATCH = 500
const SUMMED_AT_ONCE = 20_000

const header = [
  ...ledgerColumns,
  ...['Method', 'Reference', 'Seller', 'Brand', 'Face value', 'Fee', 'Account', 'Balance'],
]

/**
 * Returns the transfers of a range as pieces of a CSV file, oldest first, between the opening and the closing balance
 * of each account. Amounts have two decimals, times are UTC. The audit entry is written before the promise resolves.
 */
export async function exportLedgerRange(
  ctx: CallContext,
  staff: Actor,
  { account, ...given }: LedgerExportInput,
): Promise<AsyncGenerator<string>> {
  const range = `${given.from ?? 'the start'} to ${given.to ?? 'now'}`
  await auditNow(ctx, staff, 'ledger.exported', 'ledger', `${account === undefined ? 'all' : 'one account'}, ${range}`)
  return csvPieces(ctx.app, account, momentsOf(given))
}

async function* csvPieces({ db }: AppContext, account: string | undefined, range: ExportRange): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  // Transfers that are added while the file is sent would be in the balances and not in the list.
  const newest = await findNewestSequence(db)
  const opening = await balancesBefore(db, range.from, newest)
  yield balanceLines(opening, 'opening balance', range.from, account)
  let after: number | undefined = 0
  do {
    const rows = await listExportedTransfers(db, { account, ...range, after }, BATCH)
    const shown = rows.filter(({ sequence }) => sequence <= newest)
    if (shown.length > 0) yield shown.map(exportedLine).join('')
    after = rows.length === BATCH ? rows.at(-1)?.sequence : undefined
    await turn()
  } while (after !== undefined)
  yield balanceLines(await balancesBefore(db, range.to, newest), 'closing balance', range.to, account)
}

/** SQLite queries are synchronous, so other requests run between batches. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Dollars in minus dollars out of each account in cents; those of customers also together, such as 'payable'. */
async function balancesBefore(db: AppContext['db'], until: string, newest: number): Promise<Map<string, number>> {
  const balances = new Map<string, number>()
  for (let after = 0; after < newest; after += SUMMED_AT_ONCE) {
    const last = Math.min(after + SUMMED_AT_ONCE, newest)
    for (const { account, cents } of await sumTransfers(db, { until, after, last })) {
      balances.set(account, (balances.get(account) ?? 0) + cents)
      const shared = sharedAccount(account)
      if (shared !== undefined) balances.set(shared, (balances.get(shared) ?? 0) + cents)
    }
    await turn()
  }
  return balances
}

function balanceLines(balances: ReadonlyMap<string, number>, kind: string, at: string, account: string | undefined) {
  const isShown = (name: string) => (account === undefined ? sharedAccount(name) === undefined : name === account)
  const shown = [...balances].filter(([name]) => isShown(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return shown
    .map(([name, cents]) => {
      const empty = Array<string>(header.length - 5).fill('')
      return csvLine(['', at, kind, ...empty, name, { cents }])
    })
    .join('')
}

function exportedLine(row: ExportedTransfer): string {
  const { sequence, at, kind, debit, credit, amount_cents, currency, submission_id, payout_id, key } = row
  return csvLine([
    ...[sequence, at, kind, debit, credit, { cents: amount_cents }, currency],
    ...[submission_id ?? '', payout_id ?? '', key, row.method_type ?? '', row.reference ?? '', row.user_id ?? ''],
    ...[row.brand ?? '', centsCell(row.card_value_cents), centsCell(row.fee_cents), '', ''],
  ])
}

const centsCell = (cents: number | null): CsvCents | '' => (cents === null ? '' : { cents })
