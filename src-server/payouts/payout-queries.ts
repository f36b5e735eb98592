import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import { waitingPayoutStates } from '#shared/payout.ts'
import { later, MAX_UNDO_MS } from '../platform/clock.ts'
import { isAny, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../platform/db/payout-tables.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { hasOpenDebt } from '../submissions/payout-facts-queries.ts'
import { nameWords } from './payout-search-queries.ts'

/** Inserts a payout and the words of its payee, by which it is found. */
export async function insertPayout(tx: Tx, row: Insertable<PayoutTable>) {
  const payout = await tx.insertInto('payouts').values(row).returningAll().executeTakeFirstOrThrow()
  const words = nameWords(row.payee_name ?? '').map((word) => ({ payout_id: row.id, word }))
  if (words.length > 0) await tx.insertInto('payout_names').values(words).execute()
  return payout
}

/** Returns a payout, which a transaction locks until its end. */
export const findPayout = async (db: Db, id: string) => table('payouts').findLocked(db, { id })

/** What an item of the inventory takes from the order of its payout. */
export type PaidOrder = Pick<SubmissionTable, 'id' | 'card_brand' | 'card_value_cents' | 'card_number_masked'>

export async function findPaidOrder(tx: Tx, payoutId: string) {
  return tx
    .selectFrom('payout_lines')
    .innerJoin('submissions', 'submissions.id', 'submission_id')
    .select(['submissions.id', 'card_brand', 'card_value_cents', 'card_number_masked'])
    .where('payout_id', '=', payoutId)
    .executeTakeFirst()
}

export async function findOrderOf(db: Db, payoutId: string) {
  return (await table('payout_lines').find(db, { payout_id: payoutId }))?.submission_id
}

/**
 * The lines of the payouts or the refunds of an order, the newest last; at most one is live. A longer number in the key
 * is a greater one.
 */
export async function listLinesOf(db: Db, submissionId: string, { isRefund } = { isRefund: false }) {
  return db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .selectAll('payout_lines')
    .select(['idempotency_key', 'state', 'debt_ended_at'])
    .where('submission_id', '=', submissionId)
    .where('refund_of', isRefund ? 'is not' : 'is', null)
    .orderBy(sql`length(idempotency_key)`)
    .orderBy('idempotency_key')
    .execute()
}

type Lines = Awaited<ReturnType<typeof listLinesOf>>

/** The newest payout or refund of an order, or that of the line that `choose` returns. The transaction locks it. */
export async function findPayoutOf(
  tx: Tx,
  submissionId: string,
  { isRefund = false, choose = (lines: Lines) => lines.at(-1) } = {},
) {
  const line = choose(await listLinesOf(tx, submissionId, { isRefund }))
  return line && findPayout(tx, line.payout_id)
}

/** The newest refund of an order of which the amount is still owed: a newer one may be paid. */
export const findOwedRefund = (tx: Tx, submissionId: string) =>
  findPayoutOf(tx, submissionId, { isRefund: true, choose: (lines) => lines.findLast(hasOpenDebt) })

/** Updates a payout if it still has this version and state; returns false otherwise. */
export async function updatePayout(tx: Tx, { id, version, state }: PayoutTable, changes: Partial<PayoutTable>) {
  return isChanged(
    tx
      .updateTable('payouts')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', state),
  )
}

type Where<Table extends keyof Schema> = ExpressionBuilder<Schema, Table>

const isOpen = (where: Where<'payout_holds'>, now: string) =>
  where.and([where('lifted_at', 'is', null), where.or([where('ends_at', 'is', null), where('ends_at', '>', now)])])

const isFree = (where: Where<'payouts'>, now: string) =>
  where.not(
    where.exists(
      where
        .selectFrom('payout_holds')
        .select('payout_holds.id')
        .whereRef('payout_id', '=', 'payouts.id')
        .where((hold) => isOpen(hold, now)),
    ),
  )

/** The holds of a payout that nothing has lifted and that have not ended at `now`. */
export const listOpenHolds = async (db: Db, payoutId: string, now: string) => listOpenHoldsOf(db, [payoutId], now)

export async function listOpenHoldsOf(db: Db, payoutIds: readonly string[], now: string) {
  if (payoutIds.length === 0) return []
  return db
    .selectFrom('payout_holds')
    .selectAll()
    .where('payout_id', 'in', payoutIds)
    .where((where) => isOpen(where, now))
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** Whether a payout of this customer has an unlifted hold for review, also if the payout has ended. */
export async function hasOpenReview(tx: Tx, userId: string) {
  const holds = tx
    .selectFrom('payout_holds')
    .innerJoin('payouts', 'payouts.id', 'payout_holds.payout_id')
    // SQLite uses the index of these holds only for literals.
    .where('kind', '=', sql.lit('review'))
    .where('lifted_at', 'is', null)
    .where('user_id', '=', userId)
  return isAny(holds)
}

/** Lifts the holds for review of a customer's payouts that have ended and owe nothing: no one can lift them alone. */
export async function liftReviewsOfEnded(tx: Tx, userId: string, { by, at }: { by: string; at: string }) {
  await tx
    .updateTable('payout_holds')
    .set({ lifted_by: by, lifted_at: at })
    .where('kind', '=', sql.lit('review'))
    .where('lifted_at', 'is', null)
    .where('payout_id', 'in', (where) =>
      where
        .selectFrom('payouts')
        .select('id')
        .where('user_id', '=', userId)
        .where((payout) => payout.or([payout('state', '=', 'canceled'), payout('debt_ended_at', 'is not', null)])),
    )
    .execute()
}

/** The states of an attempt that has not ended; a payout has at most one of these. */
export const openAttempts = ['calling', 'accepted', 'unknown'] as const

/** The attempts of a payout, oldest first. */
export async function listAttempts(db: Db, payoutId: string) {
  return table('payout_attempts').list(db, { payout_id: payoutId }, 'number')
}

export async function updateAttempt(tx: Tx, key: string, changes: Partial<PayoutAttemptTable>) {
  await table('payout_attempts').update(tx, { key }, changes)
}

export const SUM_WINDOW_MS = 24 * 60 * 60_000

/** Cents of the payouts since `since` to this customer or to one of these accounts, whichever is more. */
export async function sumPayoutsSince(
  tx: Tx,
  { userId, fingerprints, since }: { userId: string; fingerprints: readonly string[]; since: string },
) {
  const counted = tx.selectFrom('payouts').where('approved_at', '>', since).where('state', '!=', 'canceled')
  const toUser = await sumCents(counted.where('user_id', '=', userId))
  if (fingerprints.length === 0) return toUser.cents
  return Math.max(toUser.cents, (await sumCents(counted.where('payout_fingerprint', 'in', fingerprints))).cents)
}

/** Held payouts that nothing holds at `now`: due, as `isDue` says, and without an open hold. */
export async function listReleasable(db: Db, now: string, limit: number) {
  return db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'held')
    .where((where) => where.or([where('ready_at', '<=', now), where('ready_at', '>', later(now, MAX_UNDO_MS))]))
    .where((where) => isFree(where, now))
    .orderBy('approved_at')
    .limit(limit)
    .execute()
}

/** When the next held payout may become ready; undefined if none waits for a time. */
export async function findNextRelease(db: Db, now: string) {
  const row = await db
    .selectFrom('payouts')
    .leftJoin('payout_holds', (join) =>
      join.onRef('payout_holds.payout_id', '=', 'payouts.id').on('payout_holds.lifted_at', 'is', null),
    )
    .select(
      sql<string | null>`min(case when ready_at > ${now} then ready_at
      when ends_at > ${now} then ends_at end)`.as('next'),
    )
    .where('state', '=', 'held')
    .executeTakeFirst()
  return row?.next ?? undefined
}

/** Whether a payout failed or came back and is owed. */
export const isDebt = (where: Where<'payouts'>) =>
  where.and([where('payouts.state', 'in', ['failed', 'returned']), where('debt_ended_at', 'is', null)])

/** Whether a payout is owed, and not on its way. */
export const isOwed = (where: Where<'payouts'>) =>
  where.or([where('payouts.state', 'in', ['held', 'ready']), isDebt(where)])

/** The number and cents of the rows of a query that selects no columns. */
export async function sumCents<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
  column: 'amount_cents' | 'left_cents' = 'amount_cents',
) {
  const sums = [sql`count(*)`.as('count'), sql`coalesce(sum(${sql.ref(column)}), 0)`.as('cents')] as const
  return rows.select(sums).$castTo<{ count: number; cents: number }>().executeTakeFirstOrThrow()
}

/** Cents of the PayPal payouts that are ready, and of the held ones that become ready by themselves until `until`. */
export async function sumPayPalDue(db: Db, until: string) {
  const payouts = db.selectFrom('payouts').where('method_type', '=', 'paypal')
  const ready = await sumCents(payouts.where('state', '=', 'ready'))
  const soon = payouts
    .where('state', '=', 'held')
    .where('ready_at', 'is not', null)
    .where('ready_at', '<=', until)
    .where((where) => isFree(where, until))
  return { readyCents: ready.cents, soonCents: (await sumCents(soon)).cents }
}

/** Payouts whose money is owed or on its way; of one customer, if given. A transaction locks them. */
export async function listUnsettled(tx: Tx, userId?: string) {
  const all = tx.selectFrom('payouts').selectAll()
  return (userId === undefined ? all : all.where('user_id', '=', userId))
    .where((where) => where.or([where('state', 'in', waitingPayoutStates), isDebt(where)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export const sumOwed = async (db: Db) => sumCents(db.selectFrom('payouts').where(isOwed))

export async function hasOpenAttempt(db: Db) {
  return (await table('payout_attempts').find(db, { state: openAttempts })) !== undefined
}
