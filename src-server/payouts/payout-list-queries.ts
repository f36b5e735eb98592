import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { endedStates, type PayoutFilter, type PayoutSum } from '#shared/payout.ts'
import type { PayoutListInput } from '#shared/payout-schema.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import type { Db } from '../db/database.ts'
import type { PayoutHoldTable, PayoutTable } from '../db/money-tables.ts'
import type { Schema } from '../db/schema.ts'

/** A payout with the order it pays and the names of people. */
export type ListedPayout = PayoutTable & {
  submission_id: string
  order_status: SubmissionStatus
  customer_name: string
  customer_email: string | null
  approved_by_name: string
  claimed_by_name: string | null
  unpaid_says_name: string | null
  /** When the open attempt to pay it began. */
  begun_at: string | null
}

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
    .leftJoin('users as witnesses', 'witnesses.id', 'payouts.unpaid_says')
    .leftJoin('payout_attempts', (join) =>
      join.onRef('payout_attempts.payout_id', '=', 'payouts.id').on('payout_attempts.state', '=', 'calling'),
    )
    .selectAll('payouts')
    .select(['payout_lines.submission_id', 'submissions.status as order_status'])
    .select(['customers.name as customer_name', 'customers.email as customer_email'])
    .select(['approvers.name as approved_by_name', 'payers.name as claimed_by_name'])
    .select(['witnesses.name as unpaid_says_name', 'payout_attempts.called_at as begun_at'])
}

/** One payout as the list shows it. */
export async function findListedPayout(db: Db, id: string): Promise<ListedPayout | undefined> {
  return named(listed(db).where('payouts.id', '=', id)).executeTakeFirst()
}

/** A page of payouts: those that wait are sorted oldest first, all others newest first. */
export async function listPayoutPage(
  db: Db,
  { page, limit, ...filter }: PayoutListInput,
  now: string,
): Promise<{ rows: ListedPayout[]; totalItems: number }> {
  const { state } = filter
  const matching = listed(db).where((where) => where.and(conditions(where, filter, now)))
  const { count } = await matching.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const order = state === 'held' || state === 'ready' || state === 'sending' ? 'asc' : 'desc'
  const rows = await named(matching)
    .orderBy('payouts.approved_at', order)
    .orderBy('payouts.id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, totalItems: Number(count) }
}

type Where = ExpressionBuilder<Schema & { customers: Schema['users'] }, 'payouts' | 'submissions' | 'customers'>

function conditions(
  where: Where,
  { state, method, provider, search }: Omit<PayoutListInput, 'page' | 'limit'>,
  now: string,
) {
  return [
    ...(state ? [inState(where, state, now)] : []),
    ...(method ? [where('payouts.method_type', '=', method)] : []),
    ...(provider ? [where('payouts.provider', '=', provider)] : []),
    ...(search
      ? [
          where.or([
            where('payouts.id', '=', search.toUpperCase()),
            where('submissions.id', '=', search.toUpperCase()),
            where('customers.email', '=', search.toLowerCase()),
          ]),
        ]
      : []),
  ]
}

function inState(where: Where, state: PayoutFilter, now: string) {
  if (state === 'attention') return needsAttention(now)
  return state === 'done' ? where('payouts.state', 'in', endedStates) : where('payouts.state', '=', state)
}

function needsAttention(now: string) {
  return sql<SqlBool>`(payouts.state = 'sending' and payouts.claimed_until < ${now}
    or payouts.state in ('sent', 'paid') and payout_lines.is_live = 1
      and submissions.status in ('pending', 'rejected', 'failed'))`
}

/** The number and cents of payouts by state, and of those that need attention. */
export async function sumByFilter(db: Db, now: string): Promise<{ filter: PayoutSum; count: number; cents: number }[]> {
  const sums = await db
    .selectFrom('payouts')
    .select((select) => ['state', select.fn.countAll().as('count'), select.fn.sum('amount_cents').as('cents')])
    .groupBy('state')
    .execute()
  const attention = await listed(db)
    .where(needsAttention(now))
    .select((select) => [select.fn.countAll().as('count'), select.fn.sum('payouts.amount_cents').as('cents')])
    .executeTakeFirstOrThrow()
  const all = [
    ...sums.map(({ state, ...sum }) => ({ ...sum, filter: state })),
    { ...attention, filter: 'attention' as const },
  ]
  return all.map(({ filter, count, cents }) => ({ filter, count: Number(count), cents: Number(cents ?? 0) }))
}

/** The open holds at `now` of these payouts, oldest first. */
export async function listOpenHoldsOf(db: Db, payoutIds: readonly string[], now: string): Promise<PayoutHoldTable[]> {
  if (payoutIds.length === 0) return []
  return db
    .selectFrom('payout_holds')
    .selectAll()
    .where('payout_id', 'in', payoutIds)
    .where('lifted_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}
