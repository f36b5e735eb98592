import { waitingPayoutStates } from '#shared/payout.ts'
import { later } from '../platform/clock.ts'
import { isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { isDebt, isOwed, openAttempts, SUM_WINDOW_MS, sumCents } from './payout-queries.ts'
import { eraseDescriptions } from './statements/line-queries.ts'

/** Payouts whose money is owed or on its way; of one customer, if given. A transaction locks them. */
export async function listUnsettled(tx: Tx, userId?: string) {
  const all = tx.selectFrom('payouts').selectAll()
  return (userId === undefined ? all : all.where('user_id', '=', userId))
    .where((where) => where.or([where('state', 'in', waitingPayoutStates), isDebt(where)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function sumOwed(db: Db) {
  return sumCents(db.selectFrom('payouts').where(isOwed))
}

export async function hasOpenAttempt(db: Db) {
  const open = await table('payout_attempts').find(db, { state: openAttempts })
  return open !== undefined
}

/**
 * Amounts, times and states are kept, and the keyed fingerprint of the destination while its sum counts: a new account
 * must not start at zero.
 */
export async function anonymizePayouts(tx: Tx, userId: string, at: string) {
  await tx
    .updateTable('payouts')
    .set((set) => ({
      details_encrypted: null,
      payout_fingerprint: set
        .case()
        .when('approved_at', '>', windowStart(at))
        .then(set.ref('payout_fingerprint'))
        .end(),
      payee_name: null,
      failure_message: null,
      returned_reference: null,
      // What people type may name the customer.
      reference: set.case().when('provider', '!=', 'hand').then(set.ref('reference')).end(),
    }))
    .where('user_id', '=', userId)
    .execute()
  await eraseDescriptions(tx, userId)
}

/** Erases the fingerprints that deleted accounts left, once their sums no longer count at `now`. */
export async function eraseLeftFingerprints(tx: Tx, now: string) {
  await tx
    .updateTable('payouts')
    .set({ payout_fingerprint: null })
    .where('details_encrypted', 'is', null)
    .where('payout_fingerprint', 'is not', null)
    .where('approved_at', '<=', windowStart(now))
    .execute()
}

function windowStart(at: string) {
  return later(at, -SUM_WINDOW_MS)
}

/** Erases where a payout went. Returns false when that was done before. */
export async function eraseDestination(tx: Tx, id: string) {
  return isChanged(
    tx
      .updateTable('payouts')
      .set({ details_encrypted: null, payout_fingerprint: null })
      .where('id', '=', id)
      .where('details_encrypted', 'is not', null),
  )
}

/** Payouts that ended before `at`, owe nothing and still say where they went. A transaction locks them. */
export async function listEndedPayouts(tx: Tx, at: string, limit: number) {
  return tx
    .selectFrom('payouts')
    .select('id')
    .where('ended_at', '<', at)
    .where('details_encrypted', 'is not', null)
    .where((where) => where.or([where('state', 'in', ['paid', 'canceled']), where('debt_ended_at', 'is not', null)]))
    .orderBy('ended_at')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
}
