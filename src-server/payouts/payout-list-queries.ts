import { type ExpressionBuilder, sql } from 'kysely'
import {
  endedStates,
  movingStates,
  type PayoutFilter,
  type PayoutState,
  payoutStates,
  UNCLAIMED,
} from '#shared/payout.ts'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isDebt, openAttempts, sumCents } from './payout-queries.ts'
import { findPayouts } from './payout-search-queries.ts'
import { isReconciled, newestFee, notReconciled, reconciledAt } from './statements/named-queries.ts'

/**
 * Since `begun_at` an open attempt pays it, by the file `file_id`; since `reconciled_at` a line of a statement has it.
 * `problem_state` is that of the problem of its card, unless dismissed. `is_unknown` is not 0 when its provider does
 * not say what became of it, and is not asked again, and `is_unclaimed` when PayPal waits for the receiver to claim it.
 */
export type ListedPayout = NonNullable<Awaited<ReturnType<typeof findListedPayout>>>

function listed(db: Db) {
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .innerJoin('submissions', 'submissions.id', 'payout_lines.submission_id')
    .innerJoin('users as customers', 'customers.id', 'payouts.user_id')
}

type Listed = ReturnType<typeof listed>

function named(query: Listed) {
  return query
    .innerJoin('users as approvers', 'approvers.id', 'payouts.approved_by')
    .leftJoin('users as payers', 'payers.id', 'payouts.claimed_by')
    .leftJoin('users as witnesses', 'witnesses.id', 'payouts.unpaid_reported_by')
    .leftJoin('payout_attempts', (join) =>
      join.onRef('payout_attempts.payout_id', '=', 'payouts.id').on('payout_attempts.state', 'in', openAttempts),
    )
    .selectAll('payouts')
    .select(['payout_lines.submission_id', 'is_contradicted', 'submissions.status as order_status'])
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .select(['approvers.name as approved_by_name', 'payers.name as claimed_by_name'])
    .leftJoin('order_problems', (join) =>
      join.onRef('order_problems.payout_id', '=', 'payouts.id').on('order_problems.state', '<>', sql.lit('dismissed')),
    )
    .select('order_problems.state as problem_state')
    .leftJoin('payout_file_rows', 'payout_file_rows.attempt_key', 'payout_attempts.key')
    .select('payout_file_rows.file_id')
    .select(['witnesses.name as unpaid_says_name', 'payout_attempts.called_at as begun_at'])
    .select(
      sql<number>`(select count(*) from payout_attempts as asked where asked.payout_id = payouts.id
        and asked.state = 'unknown' and asked.next_poll_at is null)`.as('is_unknown'),
    )
    .select(
      sql<number>`(select count(*) from payout_attempts as asked where asked.payout_id = payouts.id
        and asked.state = 'accepted' and asked.error_code = ${UNCLAIMED})`.as('is_unclaimed'),
    )
    .select(reconciledAt.as('reconciled_at'))
}

export async function findListedPayout(db: Db, id: string) {
  return named(listed(db).where('payouts.id', '=', id)).executeTakeFirst()
}

export async function listListedPayouts(db: Db, ids: readonly string[]) {
  return named(listed(db).where('payouts.id', 'in', ids)).execute()
}

const oldestFirst: ReadonlySet<PayoutFilter> = new Set(['held', 'ready', 'sending', 'being-sent'])

/** A page of payouts: those that wait are sorted oldest first, all others newest first. */
export async function listPayoutPage(
  db: Db,
  { page, limit, search, timeZone, ...filter }: PayoutListInput & { timeZone: string },
  now: string,
) {
  const { state } = filter
  const order = state && oldestFirst.has(state) ? 'asc' : 'desc'
  if (search) {
    const { ids, ...more } = await findPayouts(db, {
      ...{ text: search, timeZone, now: new Date(now), order },
      where: (where) => where.and(conditions(where, filter, now)),
    })
    const shown = ids.slice((page - 1) * limit, page * limit)
    const rows = shown.length > 0 ? await inOrder(listed(db).where('payouts.id', 'in', shown), order) : []
    return { rows, totalItems: ids.length, ...more }
  }
  // The joins are made for the rows of the page only, however far back it is.
  const ids = db
    .selectFrom('payouts')
    .select('id')
    .where((where) => where.and(conditions(where, filter, now)))
    .orderBy('approved_at', order)
    .orderBy('id', order)
    .limit(limit)
    .offset((page - 1) * limit)
  const ofPage = listed(db).where('payouts.id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
  return { rows: await inOrder(ofPage, order), totalItems: await countPayouts(db, filter, now) }
}

function inOrder(query: Listed, order: 'asc' | 'desc') {
  return named(query).orderBy('payouts.approved_at', order).orderBy('payouts.id', order).execute()
}

type Filter = Pick<PayoutListInput, 'state' | 'method' | 'provider' | 'reconciled'>
type Where = ExpressionBuilder<Schema, 'payouts'>

async function countPayouts(db: Db, filter: Filter, now: string) {
  const { state, method, provider, reconciled } = filter
  if (state !== 'attention' && !method && !provider && !reconciled) {
    const counts = await sumByState(db)
    const inStates = statesOf(state).reduce((sum, each) => sum + (counts.get(each)?.count ?? 0), 0)
    return state === 'done' ? inStates - (await sumDebts(db)).count : inStates
  }
  return countRows(db.selectFrom('payouts').where((where) => where.and(conditions(where, filter, now))))
}

function conditions(where: Where, { state, method, provider, reconciled }: Filter, now: string) {
  return [
    ...(state ? [inState(where, state, now)] : []),
    ...(method ? [where('method_type', '=', method)] : []),
    ...(provider ? [where('provider', '=', provider)] : []),
    ...(reconciled === 'yes' ? [isReconciled] : []),
    ...(reconciled === 'no' ? [notReconciled] : []),
  ]
}

function inState(where: Where, state: PayoutFilter, now: string) {
  if (state === 'attention') return where('id', 'in', needAttention(where, now))
  const states = where('state', 'in', statesOf(state))
  if (state !== 'done') return states
  return where.and([states, where.not(isDebt(where))])
}

function statesOf(filter: Exclude<PayoutFilter, 'attention'> | undefined): readonly PayoutState[] {
  if (filter === 'done') return endedStates
  if (filter === 'being-sent') return movingStates
  return filter === undefined ? payoutStates : [filter]
}

/** The payouts that failed or came back and are owed. SQLite uses their index only for literals. */
function owed(where: Pick<Where, 'selectFrom'>) {
  return where
    .selectFrom('payouts as owed')
    .where('owed.debt_ended_at', 'is', null)
    .where('owed.state', 'in', sql<PayoutState>`('failed', 'returned')`)
}

/** SQLite uses a partial index only for a literal, not for a parameter. */
function needAttention(where: Pick<Where, 'selectFrom'>, now: string) {
  return where
    .selectFrom('payouts as stuck')
    .select('id')
    .where('state', '=', 'sending')
    .where('claimed_until', '<', now)
    .union(owed(where).select('owed.id'))
    .union(where.selectFrom('order_problems').select('payout_id as id').where('state', '=', sql.lit('open')))
    .union(where.selectFrom('payout_lines').select('payout_id as id').where('is_contradicted', '=', sql.lit(1)))
    .union(
      where
        .selectFrom('payout_attempts')
        .select('payout_id as id')
        .where('state', '=', sql.lit('unknown'))
        .where('next_poll_at', 'is', null),
    )
    .union(
      where
        .selectFrom('payout_holds')
        .innerJoin('payouts as reviewed', 'reviewed.id', 'payout_holds.payout_id')
        .select('reviewed.id')
        .where('kind', '=', sql.lit('review'))
        .where('lifted_at', 'is', null)
        .where('state', '=', 'held'),
    )
}

export type PayoutSumOf = { count: number; cents: number }

/** The number and cents of the payouts of each state, from the counts that triggers maintain. */
export async function sumByState(db: Db) {
  const rows = await db
    .selectFrom('payout_counts')
    .select(({ fn }) => ['state', fn.sum<number>('count').as('count'), fn.sum<number>('cents').as('cents')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, ...sums }) => [state, sums]))
}

export const sumDebts = async (db: Db) => sumCents(owed(db))

export async function sumAttention(db: Db, now: string) {
  return sumCents(db.selectFrom('payouts').where((where) => inState(where, 'attention', now)))
}

export type ExportedPayout = Awaited<ReturnType<typeof listExportedPayouts>>[number]

export async function listExportedPayouts(
  db: Db,
  { from, to }: { from: string; to: string },
  after: { id: string; sent_at: string } | undefined,
  limit: number,
) {
  const payouts = db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .innerJoin('submissions', 'submissions.id', 'payout_lines.submission_id')
    .select(['payouts.id', 'payouts.user_id', 'payouts.amount_cents', 'payouts.currency', 'payouts.method_type'])
    .select(['payouts.state', 'payouts.provider', 'payouts.reference', 'payouts.approved_at', 'payouts.settled_at'])
    .select(['payouts.ended_at', 'payout_lines.submission_id', 'card_brand', 'card_value_cents'])
    .select('refund_of')
    .select((select) => [
      select.ref('payouts.sent_at').$notNull().as('sent_at'),
      newestFee.as('fee_cents'),
      reconciledAt.as('reconciled_at'),
    ])
    .where('payouts.sent_at', '>=', from)
    .where('payouts.sent_at', '<', to)
    .orderBy('payouts.sent_at')
    .orderBy('payouts.id')
    .limit(limit)
  if (!after) return payouts.execute()
  return payouts
    .where((where) => where(where.refTuple('payouts.sent_at', 'payouts.id'), '>', where.tuple(after.sent_at, after.id)))
    .execute()
}
