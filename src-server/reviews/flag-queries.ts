import type { Db } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'

export type FlaggedOrder = Pick<SubmissionTable, 'id' | 'user_id' | 'email' | 'status' | 'created_at'>

/** Returns other submissions with one of these card fingerprints, newest first. */
export async function listSameCard(
  db: Db,
  order: SubmissionTable,
  prints: readonly string[],
  limit: number,
): Promise<FlaggedOrder[]> {
  if (prints.length === 0) return []
  return newestOthers(db, order, limit)
    .where('id', 'in', (same) =>
      same.selectFrom('card_fingerprints').select('submission_id').where('fingerprint', 'in', prints),
    )
    .execute()
}

/** Returns other submissions with an identical file or an identical rendition, newest first. */
export async function listSamePhoto(db: Db, order: SubmissionTable, limit: number): Promise<FlaggedOrder[]> {
  return newestOthers(db, order, limit)
    .where((where) =>
      where.or(
        (['sha256', 'rendition_sha256'] as const).map((hash) =>
          where('id', 'in', (withPhoto) =>
            withPhoto
              .selectFrom('files')
              .innerJoin('files as same', `same.${hash}`, `files.${hash}`)
              .select((select) => select.ref('same.submission_id').$notNull().as('submission_id'))
              .where('files.submission_id', '=', order.id)
              .where('same.submission_id', 'is not', null),
          ),
        ),
      ),
    )
    .execute()
}

/** Returns other customers' submissions paid to one of these payout fingerprints, newest first. */
export async function listSamePayout(
  db: Db,
  order: SubmissionTable,
  prints: readonly string[],
  limit: number,
): Promise<FlaggedOrder[]> {
  if (prints.length === 0) return []
  return newestOthers(db, order, limit)
    .where('payout_fingerprint', 'in', prints)
    .where('user_id', '!=', order.user_id)
    .execute()
}

function newestOthers(db: Db, order: SubmissionTable, limit: number) {
  return db
    .selectFrom('submissions')
    .select(['id', 'user_id', 'email', 'status', 'created_at'])
    .where('id', '!=', order.id)
    .orderBy('created_at', 'desc')
    .limit(limit)
}
