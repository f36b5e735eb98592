import type { ReviewStatus } from '#shared/submission.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('status_changes')
    .set({ undo_mark: 'undone', undo_until: null, mail_id: null })
    .where('id', '=', id)
    .execute()
}

/** Returns when the next security code is due for erasure; undefined if none is scheduled. */
export async function findNextErasure(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select('erase_code_at')
    .where('erase_code_at', 'is not', null)
    .orderBy('erase_code_at')
    .limit(1)
    .executeTakeFirst()
  return row?.erase_code_at ?? undefined
}

/** Returns the reasons of the newest decisions for this brand and status, newest first, at most `limit`. */
export async function listGivenReasons(
  db: Db,
  { cardBrand, status }: { cardBrand: string; status: ReviewStatus },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('status_changes')
    .select('reason')
    .where('card_brand', '=', cardBrand)
    .where('to_status', '=', status)
    .where('undo_mark', 'is', null)
    .orderBy('changed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ reason }) => (reason === null ? [] : [reason]))
}
