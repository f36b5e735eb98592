import type { Db } from '../../platform/db/database.ts'

export async function listStock(db: Db, limit: number) {
  return db
    .selectFrom('inventory_items')
    .select(['submission_id', 'face_cents', 'cost_cents'])
    .where('state', '=', 'in-stock')
    .whereRef('left_face_cents', '=', 'face_cents')
    .orderBy('bought_at', 'desc')
    .orderBy('submission_id')
    .limit(limit)
    .execute()
}

export async function listHandPayments(db: Db, from: string) {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'sent_at', 'amount_cents', 'reference'])
    .where('method_type', '!=', 'paypal')
    .where('state', 'in', ['sent', 'paid'])
    .where('sent_at', '>=', from)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, sent_at: row.sent_at ?? from, reference: row.reference ?? row.id }))
}
