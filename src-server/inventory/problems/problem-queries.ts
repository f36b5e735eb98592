import { sql } from 'kysely'
import type { ProblemFilter } from '#shared/problem.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { ClawbackEntryTable, OrderProblemTable, SetOffOfferTable } from '../../platform/db/problem-tables.ts'
import { lockedIn } from '../../platform/db/row-locks.ts'
import type { FileTable } from '../../platform/db/submission-tables.ts'

export async function insertProblem(tx: Tx, row: OrderProblemTable): Promise<void> {
  await tx.insertInto('order_problems').values(row).execute()
}

/** A problem, which a transaction locks until its end. */
export async function findProblem(db: Db, id: string): Promise<OrderProblemTable | undefined> {
  return db.selectFrom('order_problems').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/** Updates a problem if it still has this version; returns false otherwise. */
export async function updateProblem(
  tx: Tx,
  { id, version }: Pick<OrderProblemTable, 'id' | 'version'>,
  changes: Partial<OrderProblemTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_problems')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertOffer(tx: Tx, row: SetOffOfferTable): Promise<void> {
  await tx.insertInto('set_off_offers').values(row).execute()
}

/** An offer, which a transaction locks until its end. */
export async function findOffer(db: Db, id: string): Promise<SetOffOfferTable | undefined> {
  return db.selectFrom('set_off_offers').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/** The open offers of a problem whose payout has not left. */
export async function listOpenOffers(tx: Tx, problemId: string): Promise<SetOffOfferTable[]> {
  return tx
    .selectFrom('set_off_offers')
    .innerJoin('payouts', 'payouts.id', 'set_off_offers.payout_id')
    .selectAll('set_off_offers')
    .where('problem_id', '=', problemId)
    .where('set_off_offers.state', '=', sql.lit('open'))
    .where('payouts.state', 'in', ['held', 'ready'])
    .execute()
}

/** Ends an open offer; returns false when that is done. */
export async function endOffer(
  tx: Tx,
  id: string,
  end: Pick<SetOffOfferTable, 'state' | 'answered_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('set_off_offers')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
/** A problem with its order and the names of people. */
export type NamedProblem = Awaited<ReturnType<typeof listProblemsOfOrder>>[number]

/** The problems of an order, newest first. */
export async function listProblemsOfOrder(db: Db, submissionId: string) {
  return named(db)
    .where('order_problems.submission_id', '=', submissionId)
    .orderBy('reported_at', 'desc')
    .orderBy('order_problems.id')
    .execute()
}

/** A page of problems: those to decide and those with a debt are listed oldest first, all newest first. */
export async function listProblemPage(
  db: Db,
  { state, page, limit }: { state: ProblemFilter; page: number; limit: number },
): Promise<{ rows: NamedProblem[]; totalItems: number }> {
  const found = db.selectFrom('order_problems')
  const filtered =
    state === 'all'
      ? found
      : state === 'open'
        ? found.where('order_problems.state', '=', sql.lit('open'))
        : found.where('left_cents', '>', sql.lit(0))
  const { count } = await filtered.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const order = state === 'all' ? 'desc' : 'asc'
  const ids = filtered
    .select('order_problems.id')
    .orderBy('reported_at', order)
    .orderBy('order_problems.id', order)
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await named(db)
    .where('order_problems.id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
    .orderBy('reported_at', order)
    .orderBy('order_problems.id', order)
    .execute()
  return { rows, totalItems: Number(count) }
}

/** The claw backs of a customer, newest first. */
export async function listClawbacksOf(db: Db, userId: string): Promise<NamedProblem[]> {
  return named(db)
    .where('order_problems.user_id', '=', userId)
    .where('order_problems.state', '=', 'clawed-back')
    .orderBy('decided_at', 'desc')
    .orderBy('order_problems.id')
    .execute()
}

export async function listEntries(db: Db, problemIds: readonly string[]): Promise<ClawbackEntryTable[]> {
  if (problemIds.length === 0) return []
  return db
    .selectFrom('clawback_entries')
    .selectAll()
    .where('problem_id', 'in', problemIds)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** The offers of these problems, with the order and the state of their payout. */
export async function listOffers(
  db: Db,
  problemIds: readonly string[],
): Promise<(SetOffOfferTable & { payout_order_id: string; payout_state: PayoutTable['state'] })[]> {
  if (problemIds.length === 0) return []
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

/** The pictures of these problems. */
export async function listEvidence(
  db: Db,
  problemIds: readonly string[],
): Promise<Pick<FileTable, 'id' | 'problem_id' | 'file_name' | 'mime_type'>[]> {
  if (problemIds.length === 0) return []
  return db
    .selectFrom('files')
    .select(['id', 'problem_id', 'file_name', 'mime_type'])
    .where('problem_id', 'in', problemIds)
    .orderBy('problem_id')
    .orderBy('position')
    .execute()
}

/** Payouts of these customers that have not left, oldest first. */
export async function listWaitingPayouts(
  db: Db,
  userIds: readonly string[],
): Promise<
  Pick<PayoutTable & { submission_id: string }, 'id' | 'user_id' | 'amount_cents' | 'state' | 'submission_id'>[]
> {
  if (userIds.length === 0) return []
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['payouts.id', 'user_id', 'payouts.amount_cents', 'state', 'payout_lines.submission_id'])
    .where('user_id', 'in', userIds)
    .where('state', 'in', ['held', 'ready'])
    .orderBy('approved_at')
    .orderBy('payouts.id')
    .execute()
}

/** The open holds of this kind on payouts of a customer that have not left. */
export async function listHoldsOfKind(
  tx: Tx,
  userId: string,
  kind: 'under-review' | 'set-off',
): Promise<{ id: string; payout_id: string }[]> {
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

/** The order of a problem, without a lock. */
export async function findOrderOfProblem(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('order_problems').select('submission_id').where('id', '=', id).executeTakeFirst()
  return row?.submission_id
}

/** The hold of a payout that waits for the answer to an offer. */
export async function findSetOffHold(tx: Tx, payoutId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('payout_holds')
    .select('id')
    .where('payout_id', '=', payoutId)
    .where('kind', '=', 'set-off')
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
}

/** Those of these payouts that something else holds at `now` than the review of a problem. */
export async function listHeldOtherwise(db: Db, payoutIds: readonly string[], now: string): Promise<Set<string>> {
  if (payoutIds.length === 0) return new Set()
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
