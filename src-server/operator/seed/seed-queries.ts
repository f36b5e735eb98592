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
