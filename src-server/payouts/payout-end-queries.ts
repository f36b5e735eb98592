import { later } from '../platform/clock.ts'
import { isChanged } from '../platform/db/count-rows.ts'
import type { Tx } from '../platform/db/database.ts'
import { SUM_WINDOW_MS } from './payout-queries.ts'
import { eraseDescriptions } from './statements/line-queries.ts'

/**
 * Amounts, times and states are kept, and the keyed fingerprint of the destination while its sum counts: a new account
 * must not start at zero.
 */
export async function anonymizePayouts(tx: Tx, userId: string, at: string) {
  const since = windowStart(at)
  await tx
    .updateTable('payouts')
    .set((set) => ({
      details_encrypted: null,
      payout_fingerprint: set.case().when('approved_at', '>', since).then(set.ref('payout_fingerprint')).end(),
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

const windowStart = (at: string) => later(at, -SUM_WINDOW_MS)

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
