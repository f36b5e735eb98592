import type { Db } from '../platform/db/database.ts'

/** Everyone who has changed the status of the orders of a payout. */
export async function listDeciders(db: Db, payoutId: string) {
  const rows = await db
    .selectFrom('status_changes')
    .innerJoin('payout_lines', 'payout_lines.submission_id', 'status_changes.submission_id')
    .select('changed_by')
    .distinct()
    .where('payout_id', '=', payoutId)
    .execute()
  return rows.map(({ changed_by }) => changed_by)
}

export async function hasReturnByHand(db: Db, orderId: string) {
  const returned = await db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .select('payouts.id')
    .where('submission_id', '=', orderId)
    .where('returned_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return returned !== undefined
}
