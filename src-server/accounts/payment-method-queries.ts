import type { PaymentMethodTable } from '../db/account-tables.ts'
import type { Db } from '../db/database.ts'

export async function insertPaymentMethod(db: Db, row: PaymentMethodTable): Promise<void> {
  await db.insertInto('payment_methods').values(row).execute()
}

export async function listPaymentMethodRows(db: Db, userId: string): Promise<PaymentMethodTable[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** True when there was such a method of this person. */
export async function deletePaymentMethod(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_methods')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
