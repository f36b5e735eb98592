import {
  type LedgerExportInput,
  momentsOf,
  type PayoutExportInput,
  type RangeEnd,
  rangeEnds,
} from '#shared/export-range-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { nextTurn } from '../platform/clock.ts'
import type { LedgerTransferTable } from '../platform/db/ledger-tables.ts'
import { batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { sharedAccount } from './ledger/accounts.ts'
import {
  type ExportedTransfer,
  findNewestSequence,
  listExportedTransfers,
  listTransferBatch,
  type Range,
  sumTransfers,
} from './ledger/ledger-queries.ts'
import { type ExportedPayout, listExportedPayouts } from './payout-list-queries.ts'

const SUMMED_AT_ONCE = 20_000

type RangeRow = Partial<Omit<ExportedTransfer, 'kind'>> & { kind: string; account?: string; balance_cents?: number }

const transferColumns = {
  Number: 'sequence',
  Time: 'at',
  Kind: 'kind',
  Debit: 'debit',
  Credit: 'credit',
  Amount: 'amount_cents',
  Currency: 'currency',
  Order: 'submission_id',
  Payout: 'payout_id',
  Key: 'key',
} as const satisfies CsvColumns<LedgerTransferTable>

const rangeColumns: CsvColumns<RangeRow> = {
  ...transferColumns,
  Method: 'method_type',
  Reference: 'reference',
  Seller: 'user_id',
  Brand: 'brand',
  'Face value': 'card_value_cents',
  Fee: 'fee_cents',
  Account: 'account',
  Balance: 'balance_cents',
  Day: ({ day }) => day && { day },
}

/** Those of the first release, which stay as they are. */
const columns: CsvColumns<LedgerTransferTable> = {
  ...transferColumns,
  Amount: (row) => dollarsFromCents(row.amount_cents),
}

/** The transfers of the ledger, or of one account, as a CSV file, oldest first, in dollars. */
export async function exportLedger(ctx: CallContext, staff: Actor, { account, from, to }: LedgerExportInput) {
  const { db } = ctx.app
  const whole = from === undefined && to === undefined
  const range = whole ? '' : `, ${from ?? 'the start'} to ${to ?? 'now'}`
  await auditNow(ctx, staff, 'ledger.exported', 'ledger', `${account === undefined ? 'all' : 'one account'}${range}`)
  if (!whole) return csvOf(rangeColumns, rangeBatches(ctx.app, { account, from, to }))
  return csvOf(
    columns,
    batchesOf((last: LedgerTransferTable | undefined, limit) =>
      listTransferBatch(db, account, last?.sequence ?? 0, limit),
    ),
  )
}

/** The transfers of a range, oldest first, between the opening and the closing balance of each account. */
async function* rangeBatches({ db, site }: AppContext, { account, ...given }: LedgerExportInput) {
  // Transfers that are added while the file is sent would be in the balances and not in the list.
  const newest = await findNewestSequence(db)
  const [range, moments] = [rangeEnds(given), momentsOf(given, site.current.timeZone)]
  const balances = async (kind: string, until: RangeEnd, at: string) =>
    balanceRows(await balancesBefore(db, until, newest), account).map((row) => ({ ...row, kind, at }))
  yield await balances('opening balance', range.from, moments.from)
  yield* transferBatches(db, { account, ...range, newest })
  yield await balances('closing balance', range.to, moments.to)
}

/** The transfers of a range up to a number, oldest first. */
export const transferBatches = (db: AppContext['db'], range: Omit<Range, 'after'>) =>
  batchesOf((last: ExportedTransfer | undefined, limit) =>
    listExportedTransfers(db, { ...range, after: last?.sequence ?? 0 }, limit),
  )

/** Dollars in minus dollars out of each account in cents; those of customers also together, such as 'payable'. */
export async function balancesBefore(db: AppContext['db'], until: RangeEnd, newest: number) {
  const balances = new Map<string, number>()
  for (let after = 0; after < newest; after += SUMMED_AT_ONCE) {
    const last = Math.min(after + SUMMED_AT_ONCE, newest)
    for (const { account, cents } of await sumTransfers(db, { until, after, last })) {
      for (const name of [account, sharedAccount(account)])
        if (name !== undefined) balances.set(name, (balances.get(name) ?? 0) + cents)
    }
    await nextTurn()
  }
  return balances
}

function balanceRows(balances: ReadonlyMap<string, number>, account: string | undefined) {
  const isShown = (name: string) => (account === undefined ? sharedAccount(name) === undefined : name === account)
  const shown = [...balances].filter(([name]) => isShown(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return shown.map(([name, cents]) => ({ account: name, balance_cents: cents }))
}

const payoutColumns: CsvColumns<ExportedPayout> = {
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
  'Refund of': ({ refund_of, submission_id }) => refund_of && submission_id,
}

/** The payouts that were sent in a range as a CSV file, oldest first, in dollars. */
export async function exportPayouts(ctx: CallContext, staff: Actor, given: PayoutExportInput) {
  await auditNow(ctx, staff, 'payout-list.exported', 'payouts', `${given.from ?? 'the start'} to ${given.to ?? 'now'}`)
  const range = momentsOf(given, ctx.app.site.current.timeZone)
  return csvOf(
    payoutColumns,
    batchesOf((after: ExportedPayout | undefined, limit) => listExportedPayouts(ctx.app.db, range, after, limit)),
  )
}
