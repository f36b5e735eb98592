import { maskPayout } from '#shared/mask-payout.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import { type AttentionKind, type PayoutSum, payoutSums, waitingPayoutStates } from '#shared/payout.ts'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import type { LedgerInput, Payout, PayoutDetail, PayoutTotals } from '#shared/payout-schema.ts'
import type { Float } from '#shared/reconciliation-schema.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { LedgerTransferTable } from '../platform/db/ledger-tables.ts'
import type { PayoutAttemptTable, PayoutHoldTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { notFound } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../platform/without-nulls.ts'
import { hasOpenDebt } from '../submissions/payout-facts-queries.ts'
import { decryptDestination } from './destination.ts'
import { listTransferPage, sumBalances } from './ledger/ledger-queries.ts'
import {
  findListedPayout,
  type ListedPayout,
  listListedPayouts,
  listPayoutPage,
  type PayoutSumOf,
  sumAttention,
  sumByState,
  sumDebts,
} from './payout-list-queries.ts'
import { listAttempts, listOpenHoldsOf, sumPayPalDue } from './payout-queries.ts'
import { sumOpenProblems, sumReceivables } from './problem-queries.ts'

/** A page of payouts for staff who pay. */
export async function listPayouts(app: AppContext, input: PayoutListInput) {
  const now = timestamp(app.clock)
  const timeZone = input.timeZone ?? app.site.current.timeZone
  const { rows, totalItems, ...more } = await listPayoutPage(app.db, { ...input, timeZone }, now)
  const pagination = { ...paginate(totalItems, input.page, input.limit), ...more }
  return { data: await viewsOf(app, rows), pagination }
}

/** Number and dollars of payouts by state, of those that need attention, and of what is owed to customers. */
export async function sumPayouts(app: AppContext): Promise<PayoutTotals> {
  const sums = await sumByState(app.db)
  const cameBack = await sumDebts(app.db)
  const attention = await sumAttention(app.db, timestamp(app.clock))
  const all = new Map<PayoutSum, PayoutSumOf>([...sums, ['attention', attention]])
  const sumOf = (each: PayoutSum) => all.get(each) ?? { count: 0, cents: 0 }
  const pause = app.payouts.paypal && (await table('sender_pauses').find(app.db, { provider: 'paypal' }))
  const paused = pause && { reason: pause.reason, since: pause.paused_at }
  return {
    ...(Object.fromEntries(payoutSums.map((each) => [each, totalOf(sumOf(each))])) as Sums),
    cameBack: totalOf(cameBack),
    owed: totalOf(...waitingPayoutStates.map(sumOf), cameBack),
    problems: totalOf(await sumOpenProblems(app.db)),
    receivables: totalOf(await sumReceivables(app.db)),
    ...(app.payouts.paypal && { paypal: { ...(paused && { paused }) } }),
  }
}

type Sums = Record<PayoutSum, PayoutTotals['owed']>

/** One payout as the list shows it. */
export async function getPayout(app: AppContext, id: string): Promise<Payout> {
  const row = await findListedPayout(app.db, id)
  const [view] = row ? await viewsOf(app, [row]) : []
  if (!view) throw notFound()
  return view
}

/** These payouts in this order, without those that do not exist. */
export async function getPayouts(app: AppContext, ids: readonly string[]): Promise<Payout[]> {
  const views = new Map((await viewsOf(app, await listListedPayouts(app.db, ids))).map((each) => [each.id, each]))
  return ids.flatMap((id) => views.get(id) ?? [])
}

/** One payout with its attempts and its transfers. */
export async function getPayoutDetail(app: AppContext, id: string): Promise<PayoutDetail> {
  const payout = await getPayout(app, id)
  const attempts = await listAttempts(app.db, id)
  const transfers = await table('ledger_transfers').list(app.db, { payout_id: id }, 'sequence')
  return { ...payout, attempts: attempts.map(attemptView), transfers: transfers.map(transferView) }
}

/** A page of the ledger, newest first. */
export async function listLedger(app: AppContext, { account, page, limit }: LedgerInput) {
  const { rows, pagination } = await listTransferPage(app.db, { account, page, limit })
  return { data: rows.map(transferView), pagination }
}

/** The balances of the ledger in dollars; what is owed to all customers is one sum. */
export async function listBalanceSums(app: AppContext) {
  const balances = await sumBalances(app.db)
  return balances.map((sum) => ({ ...sum, ...moneyOf(sum, 'balance') }))
}

function attemptView(row: PayoutAttemptTable) {
  const more = { ...fieldsOf(row, 'answered_at', 'next_poll_at', 'error_code as error'), ...moneyOf(row, 'fee_cents') }
  return { ...fieldsOf(row, 'key', 'provider', 'state', 'called_at'), ...withoutNulls(more) }
}

function transferView(row: LedgerTransferTable) {
  return {
    ...fieldsOf(row, 'sequence', 'at', 'kind', 'debit', 'credit', 'key'),
    ...moneyOf(row, 'amount_cents'),
    ...withoutNulls(fieldsOf(row, 'payout_id')),
  }
}

async function viewsOf(app: AppContext, rows: readonly ListedPayout[]): Promise<Payout[]> {
  const now = timestamp(app.clock)
  const holds = await listOpenHoldsOf(app.db, idsOf(rows), now)
  const holdsOf = (id: string) => holds.filter(({ payout_id }) => payout_id === id)
  return rows.map((row) => view(app, row, holdsOf(row.id), now))
}

function view({ keyring }: AppContext, row: ListedPayout, holds: readonly PayoutHoldTable[], now: string): Payout {
  const destination = decryptDestination(keyring, row)
  return {
    ...fieldsOf(row, 'id', 'submission_id', 'order_status', 'currency', 'state', 'approved_at', 'version'),
    ...fieldsOf(row, 'method_type as method'),
    ...moneyOf(row, 'amount_cents'),
    customer: { ...fieldsOf(row, 'user_id as id', 'customer_name as name'), email: row.customer_email ?? '' },
    approvedBy: fieldsOf(row, 'approved_by as id', 'approved_by_name as name'),
    holds: holds.map((hold) => ({
      ...fieldsOf(hold, 'id', 'kind', 'note', 'made_at'),
      ...withoutNulls(fieldsOf(hold, 'ends_at')),
    })),
    ...withoutNulls({
      ...fieldsOf(row, 'payee_name', 'provider', 'reference', 'begun_at', 'file_id', 'claimed_until', 'sent_at'),
      ...fieldsOf(row, 'ended_at', 'failure_message', 'reconciled_at', 'problem_state as problem'),
      destination: destination && maskPayout(destination),
      readyAt: row.state === 'held' ? row.ready_at : null,
      claimedBy: personOf(row.claimed_by, row.claimed_by_name),
      unpaidReportedBy: personOf(row.unpaid_reported_by, row.unpaid_says_name),
      attention: attentionOf(row, holds, now),
      isUnclaimed: row.is_unclaimed > 0 ? (true as const) : null,
      isRefund: row.refund_of !== null ? (true as const) : null,
      isOwed: hasOpenDebt(row) ? (true as const) : null,
    }),
  }
}

function attentionOf(
  row: ListedPayout,
  holds: readonly Pick<PayoutHoldTable, 'kind'>[],
  now: string,
): AttentionKind | undefined {
  const { state, claimed_until, is_contradicted, is_unknown } = row
  if (is_unknown > 0) return 'unknown'
  if (holds.some(({ kind }) => kind === 'review') && (state === 'held' || hasOpenDebt(row))) return 'review'
  if (state === 'sending' && claimed_until !== null && claimed_until < now) return 'stuck'
  if (row.problem_state === 'open') return 'problem'
  if (is_contradicted === 1) return 'not-completed'
  return hasOpenDebt(row) ? 'came-back' : undefined
}

/** The number and the dollars of these sums in all; without `count` of one thing each. */
export function totalOf(...sums: readonly { count?: number; cents: number }[]): { count: number; amount: number } {
  const add = (key: 'count' | 'cents') => sums.reduce((all, each) => all + (each[key] ?? 1), 0)
  return { count: add('count'), amount: dollarsFromCents(add('cents')) }
}

/**
 * What PayPal can pay with, beside its payouts that are ready or become so by themselves within a day. Without a PayPal
 * app it is empty; without an answer of PayPal the balance is absent.
 */
export async function getFloat({ db, clock, payouts }: AppContext): Promise<Float> {
  const { paypal } = payouts
  if (!paypal) return {}
  const { readyCents, soonCents } = await sumPayPalDue(db, timestamp(clock, DAY_MS))
  const balance = await payouts.payPalBalance.read(() => paypal.balance())
  return {
    paypal: {
      ...(balance && { available: dollarsFromCents(balance.availableCents), asOf: balance.asOf }),
      ready: dollarsFromCents(readyCents),
      expectedToday: dollarsFromCents(readyCents + soonCents),
    },
  }
}
