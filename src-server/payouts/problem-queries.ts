import { sql } from 'kysely'
import type { OrderProblemTable } from '../platform/db/case-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { sumCents } from './payout-queries.ts'

/** The order of a problem of this customer that is not decided; undefined without one. */
export async function findOrderUnderReview(tx: Tx, userId: string) {
  const problem = await tx
    .selectFrom('order_problems')
    .select('submission_id')
    .where('user_id', '=', userId)
    // SQLite uses the index of these rows only for a literal.
    .where('state', '=', sql.lit('open'))
    .orderBy('reported_at')
    .limit(1)
    .executeTakeFirst()
  return problem?.submission_id
}

export async function sumOpenProblems(db: Db) {
  const problems = db.selectFrom('order_problems').innerJoin('payouts', 'payouts.id', 'order_problems.payout_id')
  return sumCents(problems.where('order_problems.state', '=', sql.lit('open')))
}

export async function sumReceivables(db: Db) {
  return sumCents(db.selectFrom('order_problems').where('left_cents', '>', sql.lit(0)), 'left_cents')
}

/** What each customer still owes, in cents. */
export async function listReceivables(db: Db) {
  return db
    .selectFrom('order_problems')
    .select((select) => ['user_id', select.fn.sum<number>('left_cents').as('cents')])
    .where('left_cents', '>', sql.lit(0))
    .groupBy('user_id')
    .execute()
}

/** A claw back of this order of which at least so much is left to repay. The transaction locks it. */
export async function findClawback(tx: Tx, { submissionId, cents }: { submissionId: string; cents: number }) {
  return tx
    .selectFrom('order_problems')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'clawed-back')
    .where('left_cents', '>=', cents)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function reduceDebt(
  tx: Tx,
  { id, left_cents, version }: OrderProblemTable,
  { cents, at }: { cents: number; at: string },
) {
  const left = left_cents - cents
  const changes = { left_cents: left, closed_at: left === 0 ? at : null, version: version + 1 }
  await table('order_problems').update(tx, { id }, changes)
}

/**
 * Returns a function that gives the cents that the seller of one of these claw backs has given back: in money, by
 * payouts, and by the card's own payout if that came back, less what a refund owes or has paid them.
 */
export async function sumRepaid(db: Db, problemIds: readonly string[]) {
  const given = sql<number>`case kind when 'waived' then 0 when 'returned' then -amount_cents else amount_cents end`
  const rows = await db
    .selectFrom('clawback_entries')
    .select(({ fn }) => ['problem_id', fn.sum<number>(given).as('cents')])
    .where('problem_id', 'in', problemIds)
    .groupBy('problem_id')
    .execute()
  return (id: string) => rows.find(({ problem_id }) => problem_id === id)?.cents ?? 0
}

export async function withdrawOffers(tx: Tx, problemId: string, at: string) {
  return tx
    .updateTable('set_off_offers')
    .set({ state: 'withdrawn', answered_at: at })
    .where('problem_id', '=', problemId)
    .where('state', '=', sql.lit('open'))
    .returning('payout_id')
    .execute()
}

/** The line of a payout does not need attention any more: what became of its card is decided. */
export async function endContradiction(tx: Tx, submission_id: string) {
  await table('payout_lines').update(tx, { submission_id }, { is_contradicted: 0 })
}
