import { sql } from 'kysely'
import type { ProblemListInput } from '#shared/problem-schema.ts'
import { later, MAX_UNDO_MS } from '../platform/clock.ts'
import { findEarliest, readPage } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { idsOf } from '../platform/ids.ts'

/** Those whose payout has not left. */
export async function listOpenOffers(tx: Tx, problemId: string) {
  return tx
    .selectFrom('set_off_offers')
    .innerJoin('payouts', 'payouts.id', 'set_off_offers.payout_id')
    .selectAll('set_off_offers')
    .where('problem_id', '=', problemId)
    .where('set_off_offers.state', '=', sql.lit('open'))
    .where('payouts.state', 'in', ['held', 'ready'])
    .execute()
}

function named(db: Db) {
  return db
    .selectFrom('order_problems')
    .innerJoin('submissions', 'submissions.id', 'order_problems.submission_id')
    .innerJoin('payouts', 'payouts.id', 'order_problems.payout_id')
    .innerJoin('users as customers', 'customers.id', 'order_problems.user_id')
    .innerJoin('users as reporters', 'reporters.id', 'order_problems.reported_by')
    .leftJoin('users as deciders', 'deciders.id', 'order_problems.decided_by')
    .selectAll('order_problems')
    .select(['submissions.status as order_status', 'submissions.card_brand', 'payouts.amount_cents as paid_cents'])
    .select('submissions.card_type')
    .select(['customers.name as customer_name', 'reporters.name as reported_by_name'])
    .select('deciders.name as decided_by_name')
}
export type NamedProblem = Awaited<ReturnType<typeof listProblemsBy>>[number]

/** Newest first. */
export async function listProblemsBy(db: Db, column: 'id' | 'submission_id', value: string) {
  return named(db)
    .where(`order_problems.${column}`, '=', value)
    .orderBy('reported_at', 'desc')
    .orderBy('order_problems.id')
    .execute()
}

/** Those to decide and those with a debt are oldest first, all newest first. */
export async function listProblemPage(db: Db, { state, ...input }: ProblemListInput) {
  const found = db.selectFrom('order_problems')
  const filtered =
    state === 'all'
      ? found
      : state === 'open'
        ? found.where('order_problems.state', '=', sql.lit('open'))
        : found.where('left_cents', '>', sql.lit(0))
  const order = state === 'all' ? 'desc' : 'asc'
  const ids = filtered.select('order_problems.id').orderBy('reported_at', order).orderBy('order_problems.id', order)
  const { rows: shown, pagination } = await readPage(filtered, ids, input)
  const rows = await named(db)
    .where('order_problems.id', 'in', idsOf(shown))
    .orderBy('reported_at', order)
    .orderBy('order_problems.id', order)
    .execute()
  return { rows, pagination }
}

/** Newest first. */
export async function listClawbacksOf(db: Db, userId: string) {
  return named(db)
    .where('order_problems.user_id', '=', userId)
    .where('order_problems.state', '=', 'clawed-back')
    .orderBy('decided_at', 'desc')
    .orderBy('order_problems.id')
    .execute()
}

export async function listEntries(db: Db, problemIds: readonly string[]) {
  return table('clawback_entries').list(db, { problem_id: problemIds }, 'made_at', 'id')
}

/** With the order and the state of their payout. */
export async function listOffers(db: Db, problemIds: readonly string[]) {
  return db
    .selectFrom('set_off_offers')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'set_off_offers.payout_id')
    .innerJoin('payouts', 'payouts.id', 'set_off_offers.payout_id')
    .selectAll('set_off_offers')
    .select(['payout_lines.submission_id as payout_order_id', 'payouts.state as payout_state'])
    .where('problem_id', 'in', problemIds)
    .orderBy('made_at')
    .orderBy('set_off_offers.id')
    .execute()
}

/** Payouts for orders that have not left, oldest first. */
export async function listWaitingPayouts(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['payouts.id', 'user_id', 'payouts.amount_cents', 'state', 'payout_lines.submission_id'])
    .where('user_id', 'in', userIds)
    .where('refund_of', 'is', null)
    .where('state', 'in', ['held', 'ready'])
    .orderBy('approved_at')
    .orderBy('payouts.id')
    .execute()
}

/** Open ones on payouts that have not left. */
export async function listHoldsOfKind(tx: Tx, userId: string, kind: 'under-review' | 'set-off') {
  return tx
    .selectFrom('payout_holds')
    .innerJoin('payouts', 'payouts.id', 'payout_holds.payout_id')
    .select(['payout_holds.id', 'payout_id'])
    .where('user_id', '=', userId)
    .where('state', 'in', ['held', 'ready'])
    .where('kind', '=', kind)
    .where('lifted_at', 'is', null)
    .orderBy('payout_id')
    .execute()
}

/** Those that something else than the review of a problem holds at `now`. */
export async function listHeldOtherwise(db: Db, payoutIds: readonly string[], now: string) {
  const rows = await db
    .selectFrom('payout_holds')
    .select('payout_id')
    .where('payout_id', 'in', payoutIds)
    .where('kind', '<>', 'under-review')
    .where('lifted_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .execute()
  return new Set(rows.map(({ payout_id }) => payout_id))
}

/** Decisions that can no longer be undone at `now`, as `isDue` says. */
export async function listPlanned(db: Db, now: string) {
  return db
    .selectFrom('order_problems')
    .select('id')
    .where((where) =>
      where.or([where('planned_until', '<=', now), where('planned_until', '>', later(now, MAX_UNDO_MS))]),
    )
    .orderBy('planned_until')
    .execute()
}

export async function findNextPlanned(db: Db) {
  return findEarliest(db.selectFrom('order_problems'), 'planned_until')
}

/** A claw back of which something is left to repay. */
export async function findOpenDebt(tx: Tx, userId: string) {
  return tx
    .selectFrom('order_problems')
    .select(['submission_id', 'left_cents'])
    .where('user_id', '=', userId)
    .where('left_cents', '>', sql.lit(0))
    .orderBy('submission_id')
    .limit(1)
    .executeTakeFirst()
}

/** Of entries of this customer, which people have typed. */
export async function eraseReferences(tx: Tx, userId: string) {
  await tx
    .updateTable('clawback_entries')
    .set({ reference: null })
    // Its reference is an order, which no person has typed.
    .where('kind', '<>', 'set-off')
    .where('problem_id', 'in', (problems) =>
      problems.selectFrom('order_problems').select('id').where('user_id', '=', userId),
    )
    .execute()
}
