import type { ReviewStatus } from '#shared/submission.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { StatusChangeTable } from '../platform/db/submission-tables.ts'

/** Ends what is owed: the decision is based on this check. */
export async function linkEvidence(
  tx: Tx,
  { id, submission_id }: Pick<StatusChangeTable, 'id' | 'submission_id'>,
  checkId: string,
) {
  await tx.updateTable('status_changes').set({ check_id: checkId }).where('id', '=', id).execute()
  await tx.updateTable('submissions').set({ evidence_due_at: null }).where('id', '=', submission_id).execute()
}

export async function findNextErasure(db: Db) {
  const next = await Promise.all([findFirst(db, 'erase_code_at'), findFirst(db, 'kept_until')])
  return next.flatMap((at) => at ?? []).toSorted()[0]
}

async function findFirst(db: Db, column: 'erase_code_at' | 'kept_until') {
  const rows = db.selectFrom('submissions').select(column).where(column, 'is not', null)
  return (await rows.orderBy(column).limit(1).executeTakeFirst())?.[column]
}

/** Newest first. */
export async function listGivenReasons(
  db: Db,
  { cardBrand, status }: { cardBrand: string; status: ReviewStatus },
  limit: number,
) {
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
