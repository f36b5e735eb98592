import type { ServerContext } from '../context.ts'
import { DAY_MS, later, timestamp } from '../platform/clock.ts'
import { isChanged } from '../platform/db/count-rows.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { SUM_WINDOW_MS } from './payout-queries.ts'
import { eraseDescriptions, eraseDescriptionsBefore } from './statements/line-queries.ts'

const KEPT_MS = 90 * DAY_MS
const BATCH = 200
const TEXTS_AT_ONCE = 500

/** Erases where payouts went that ended 90 days ago and owe nothing. Returns their number. */
export async function eraseOldDestinations(app: ServerContext): Promise<number> {
  await inServerTransaction(app.db, (tx) => eraseLeftFingerprints(tx, timestamp(app.clock)))
  for (let erased = 0; ; ) {
    const count = await inServerTransaction(app.db, async (tx) => {
      const now = timestamp(app.clock)
      const payouts = await listEndedPayouts(tx, timestamp(app.clock, -KEPT_MS), BATCH)
      for (const { id } of payouts)
        if (await eraseDestination(tx, id)) await notePurge(tx, { what: 'payout', subjectId: id, at: now })
      return payouts.length
    })
    erased += count
    if (count < BATCH) return erased
  }
}

/** Erases what statement lines say, so many days after their import as the rule says: it can name people. */
export async function eraseOldDescriptions(app: ServerContext): Promise<void> {
  const { statementTextDays } = app.policies.get('payouts')
  const at = timestamp(app.clock, -statementTextDays * DAY_MS)
  const erase = () => inServerTransaction(app.db, (tx) => eraseDescriptionsBefore(tx, at, TEXTS_AT_ONCE))
  while ((await erase()) === TEXTS_AT_ONCE);
}

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
async function eraseLeftFingerprints(tx: Tx, now: string) {
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
async function listEndedPayouts(tx: Tx, at: string, limit: number) {
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
