import type { PaymentMethodTable } from '../platform/db/account-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export async function insertPaymentMethod(tx: Tx, row: PaymentMethodTable): Promise<void> {
  await tx.insertInto('payment_methods').values(row).execute()
}

/** Returns the user's methods, last used first; those never used follow, oldest first. */
export async function listPaymentMethodRows(db: Db, userId: string): Promise<PaymentMethodTable[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updateLastUse(tx: Tx, id: string, usedAt: string): Promise<void> {
  await tx.updateTable('payment_methods').set({ last_used_at: usedAt }).where('id', '=', id).execute()
}

/** Returns false when the user has no such method. */
export async function deletePaymentMethod(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('payment_methods')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
