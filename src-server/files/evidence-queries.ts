import { isAny } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export async function findOrderOfFiles(db: Db, submissionId: string) {
  return db
    .selectFrom('submissions')
    .select(['id', 'user_id'])
    .where('id', '=', submissionId)
    .where('status', '!=', 'registered')
    .executeTakeFirst()
}

/** Whether its customer may see it: a decision that cannot be undone at `now` is based on its check. */
export async function isShownEvidence(db: Db, fileId: string, now: string) {
  const decisions = db
    .selectFrom('balance_checks')
    .innerJoin('status_changes', 'status_changes.submission_id', 'balance_checks.submission_id')
    .where('balance_checks.file_id', '=', fileId)
    .whereRef('status_changes.check_id', '=', 'balance_checks.id')
    .where('status_changes.undo_mark', 'is', null)
    .where((where) =>
      where.or([where('status_changes.undo_until', 'is', null), where('status_changes.undo_until', '<=', now)]),
    )
  return isAny(decisions)
}

/** Makes evidence of this caller that of a problem; returns how many. Checks keep theirs, which the customer sees. */
export async function moveEvidence(
  tx: Tx,
  ids: readonly string[],
  { submissionId, ownerId, problemId }: { submissionId: string; ownerId: string; problemId: string },
) {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ problem_id: problemId, submission_id: null })
    .where('id', 'in', ids)
    .where('submission_id', '=', submissionId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'evidence')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('balance_checks').select('id').whereRef('balance_checks.file_id', '=', 'files.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
