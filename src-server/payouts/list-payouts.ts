import { maskPayout } from '#shared/mask-payout.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { Pagination } from '#shared/paging-schema.ts'
import { type AttentionKind, type PayoutSum, payoutSums, waitingPayoutStates } from '#shared/payout.ts'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import type { LedgerInput, Payout, PayoutDetail, PayoutTotals } from '#shared/payout-schema.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { LedgerTransferTable } from '../platform/db/ledger-tables.ts'
import type { PayoutAttemptTable, PayoutHoldTable } from '../platform/db/payout-tables.ts'
import { table } from '../platform/db/table.ts'
import { notFound } from '../platform/errors.ts'
import { hasOpenDebt } from './create-payout.ts'
import { decryptDestination } from './destination.ts'
import { listTransferPage, sumBalances } from './ledger/ledger-queries.ts'
import {
  findListedPayout,
  type ListedPayout,
  listListedPayouts,
  listOpenHoldsOf,
  listPayoutPage,
  type PayoutSumOf,
  sumAttention,
  sumByState,
  sumDebts,
} from './payout-list-queries.ts'
import { listAttempts } from './payout-queries.ts'
import { sumOpenProblems, sumReceivables } from './problem-queries.ts'

/** A page of payouts for staff who pay. */
export async function listPayouts(
  app: AppContext,
  input: PayoutListInput,
): Promise<{ data: Payout[]; pagination: Pagination }> {
  const now = timestamp(app.clock)
  const { rows, totalItems, ...more } = await listPayoutPage(app.db, input, now)
  const pagination = { ...paginate(totalItems, input.page, input.limit), ...more }
  return { data: await viewsOf(app, rows), pagination }
}

/** Number and dollars of payouts by state, of those that need attention, and of what is owed to customers. */
export async function sumPayouts(app: AppContext): Promise<PayoutTotals> {
  const sums = await sumByState(app.db)
  const cameBack = await sumDebts(app.db)
  const all = new Map<PayoutSum, PayoutSumOf>([
    ...sums,
    ['attention', await sumAttention(app.db, timestamp(app.clock))],
  ])
  const owed = [...waitingPayoutStates.map((state) => sums.get(state)), cameBack].reduce<PayoutSumOf>(
    (sum, more) => ({ count: sum.count + (more?.count ?? 0), cents: sum.cents + (more?.cents ?? 0) }),
    { count: 0, cents: 0 },
  )
  const pause = app.payouts.paypal && (await table('sender_pauses').find(app.db, { provider: 'paypal' }))
  const paused = pause && { reason: pause.reason, since: pause.paused_at }
  return {
    ...(Object.fromEntries(payoutSums.map((each) => [each, inDollars(all.get(each))])) as Sums),
    cameBack: inDollars(cameBack),
    owed: inDollars(owed),
    problems: inDollars(await sumOpenProblems(app.db)),
    receivables: inDollars(await sumReceivables(app.db)),
    ...(app.payouts.paypal && { paypal: { ...(paused && { paused }) } }),
  }
}

type Sums = Record<PayoutSum, PayoutTotals['owed']>

function inDollars({ count, cents }: PayoutSumOf = { count: 0, cents: 0 }) {
  return { count, amount: dollarsFromCents(cents) }
}

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
  return {
    ...payout,
    attempts: attempts.map(attemptView),
    transfers: (await table('ledger_transfers').list(app.db, { payout_id: id }, 'sequence')).map(transferView),
  }
}

/** A page of the ledger, newest first. */
export async function listLedger(app: AppContext, { account, page, limit }: LedgerInput) {
  const { rows, totalItems } = await listTransferPage(app.db, { account, page, limit })
  return { data: rows.map(transferView), pagination: paginate(totalItems, page, limit) }
}

/** The balances of the ledger in dollars; what is owed to all customers is one sum. */
export async function listBalanceSums(app: AppContext): Promise<{ account: string; balance: number }[]> {
  const balances = await sumBalances(app.db)
  return balances.map(({ account, balance }) => ({ account, balance: dollarsFromCents(balance) }))
}

function attemptView({ key, provider, state, called_at, answered_at, ...row }: PayoutAttemptTable) {
  return {
    ...{ key, provider, state, calledAt: called_at },
    ...(answered_at !== null && { answeredAt: answered_at }),
    ...(row.fee_cents !== null && { fee: dollarsFromCents(row.fee_cents) }),
    ...(row.error_code !== null && { error: row.error_code }),
    ...(row.next_poll_at !== null && { nextPollAt: row.next_poll_at }),
  }
}

function transferView(row: LedgerTransferTable) {
  const { sequence, at, kind, debit, credit, key, payout_id } = row
  const amount = dollarsFromCents(row.amount_cents)
  return { ...{ sequence, at, kind, debit, credit, amount, key }, ...(payout_id !== null && { payoutId: payout_id }) }
}

async function viewsOf(app: AppContext, rows: readonly ListedPayout[]): Promise<Payout[]> {
  const now = timestamp(app.clock)
  const ids = rows.map(({ id }) => id)
  const holds = await listOpenHoldsOf(app.db, ids, now)
  return rows.map((row) => {
    const own = holds.filter(({ payout_id }) => payout_id === row.id)
    return view(app, row, own, now)
  })
}

function view({ keyring }: AppContext, row: ListedPayout, holds: readonly PayoutHoldTable[], now: string): Payout {
  const destination = decryptDestination(keyring, row)
  const attention = attentionOf(row, holds, now)
  return {
    id: row.id,
    submissionId: row.submission_id,
    orderStatus: row.order_status,
    customer: { id: row.user_id, name: row.customer_name, email: row.customer_email ?? '' },
    amount: dollarsFromCents(row.amount_cents),
    currency: row.currency,
    method: row.method_type,
    state: row.state,
    approvedBy: { id: row.approved_by, name: row.approved_by_name },
    approvedAt: row.approved_at,
    holds: holds.map(({ id, kind, note, made_at, ends_at }) => ({
      ...{ id, kind, note, madeAt: made_at },
      ...(ends_at !== null && { endsAt: ends_at }),
    })),
    version: row.version,
    ...(destination && { destination: maskPayout(destination) }),
    ...(row.payee_name !== null && { payeeName: row.payee_name }),
    ...(row.provider !== null && { provider: row.provider }),
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.state === 'held' && row.ready_at !== null && { readyAt: row.ready_at }),
    ...(row.claimed_by !== null && { claimedBy: { id: row.claimed_by, name: row.claimed_by_name ?? '' } }),
    ...(row.begun_at !== null && { begunAt: row.begun_at }),
    ...(row.file_id !== null && { fileId: row.file_id }),
    ...(row.claimed_until !== null && { claimedUntil: row.claimed_until }),
    ...(row.unpaid_reported_by !== null && {
      unpaidReportedBy: { id: row.unpaid_reported_by, name: row.unpaid_says_name ?? '' },
    }),
    ...(row.sent_at !== null && { sentAt: row.sent_at }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.failure_message !== null && { failureMessage: row.failure_message }),
    ...(attention && { attention }),
    ...(row.problem_state !== null && { problem: row.problem_state }),
    ...(Number(row.is_unclaimed) > 0 && { isUnclaimed: true as const }),
    ...(hasOpenDebt(row) && { isOwed: true as const }),
    ...(row.reconciled_at !== null && { reconciledAt: row.reconciled_at }),
  }
}

function attentionOf(
  row: ListedPayout,
  holds: readonly Pick<PayoutHoldTable, 'kind'>[],
  now: string,
): AttentionKind | undefined {
  const { state, claimed_until, is_contradicted, is_unknown } = row
  if (Number(is_unknown) > 0) return 'unknown'
  if (holds.some(({ kind }) => kind === 'review') && (state === 'held' || hasOpenDebt(row))) return 'review'
  if (state === 'sending' && claimed_until !== null && claimed_until < now) return 'stuck'
  if (row.problem_state === 'open') return 'problem'
  if (is_contradicted === 1) return 'not-completed'
  return hasOpenDebt(row) ? 'came-back' : undefined
}
