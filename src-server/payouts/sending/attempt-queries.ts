import { sql } from 'kysely'
import { later } from '../../platform/clock.ts'
import type { Db, ServerDb, Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import { LONGEST_PLAN_MS } from './attempt-times.ts'

/**
 * Leases up to `limit` attempts that are due, as `isDue` says, and records that a request of each may leave from now
 * on. Returns them as they were before: no other worker gets them before `leaseUntil`.
 */
export async function leaseDueAttempts(
  tx: Tx,
  { now, leaseUntil, limit }: { now: string; leaseUntil: string; limit: number },
) {
  const due = await tx
    .selectFrom('payout_attempts')
    .selectAll()
    .where((where) =>
      where.or([where('next_poll_at', '<=', now), where('next_poll_at', '>', later(now, LONGEST_PLAN_MS))]),
    )
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
    .orderBy('next_poll_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const keys = due.map(({ key }) => key)
  if (keys.length > 0)
    await tx
      .updateTable('payout_attempts')
      .set({ lease_until: leaseUntil, first_called_at: sql<string>`coalesce(first_called_at, ${now})` })
      .where('key', 'in', keys)
      .execute()
  return due
}

/** Treats each open attempt as if its first request had left when it began, and ends the leases of former workers. */
export async function limitRepeats(tx: Tx) {
  await tx
    .updateTable('payout_attempts')
    .set({ first_called_at: sql<string>`coalesce(first_called_at, called_at)`, lease_until: null })
    .where('state', 'in', ['calling', 'unknown'])
    .where('provider', '=', 'paypal')
    .execute()
}

/** Ends the leases of a former process. Only for a site of one process. */
export async function endLeases(db: ServerDb) {
  await db.updateTable('payout_attempts').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
}

export async function findNextDue(db: Db) {
  const row = await db
    .selectFrom('payout_attempts')
    .select(
      sql<string | null>`min(case when lease_until > next_poll_at then lease_until else next_poll_at end)`.as('next'),
    )
    .where('next_poll_at', 'is not', null)
    .executeTakeFirst()
  return row?.next ?? undefined
}

type Position = Pick<PayoutTable, 'id' | 'approved_at'>

export async function listReadyPayPal(db: Db, after: Position | undefined, limit: number) {
  const ready = db
    .selectFrom('payouts')
    .select(['id', 'approved_at'])
    .where('state', '=', 'ready')
    .where('method_type', '=', 'paypal')
    .orderBy('approved_at')
    .orderBy('id')
    .limit(limit)
  if (!after) return ready.execute()
  return ready
    .where((where) => where(where.refTuple('approved_at', 'id'), '>', where.tuple(after.approved_at, after.id)))
    .execute()
}

export async function deleteProviderEventsBefore(db: ServerDb, at: string) {
  await db.deleteFrom('provider_events').where('received_at', '<', at).execute()
}

/** Makes the accepted attempt of this batch, or of this payout, due now. Returns the payouts without locking them. */
export async function makeAttemptDue(
  tx: Tx,
  { batchId, payoutId, now }: { batchId: string | undefined; payoutId: string | undefined; now: string },
) {
  const attempts = await tx
    .updateTable('payout_attempts')
    .set({ next_poll_at: now })
    .where('provider', '=', 'paypal')
    .where('provider_batch', 'is not', null)
    .where('state', 'in', ['accepted', 'settled'])
    .where((where) =>
      where.or([
        ...(batchId === undefined ? [] : [where('provider_batch', '=', batchId)]),
        ...(payoutId === undefined ? [] : [where('payout_id', '=', payoutId)]),
      ]),
    )
    .returning('payout_id')
    .execute()
  if (attempts.length === 0) return []
  const ids = attempts.map(({ payout_id }) => payout_id)
  return tx.selectFrom('payouts').select(['id', 'user_id']).where('id', 'in', ids).execute()
}
