import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'

/** Whether a payout of this customer has an unlifted hold for review, also if the payout has ended. */
export async function hasOpenReview(tx: Tx, userId: string) {
  const hold = await tx
    .selectFrom('payout_holds')
    .innerJoin('payouts', 'payouts.id', 'payout_holds.payout_id')
    // SQLite uses the index of these holds only for literals.
    .where('kind', '=', sql.lit('review'))
    .where('lifted_at', 'is', null)
    .where('user_id', '=', userId)
    .select('payout_holds.id')
    .limit(1)
    .executeTakeFirst()
  return hold !== undefined
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
