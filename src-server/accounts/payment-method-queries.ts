
import type { Db } from '../platform/db/database.ts'

/** Returns the user's methods, last used first; those never used follow, oldest first. */
export async function listPaymentMethodRows(db: Db, userId: string) {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
