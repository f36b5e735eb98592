import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** The caller has locked the order. */
export async function findOpenAppeal(db: Db, submissionId: string) {
  return (
    db
      .selectFrom('appeals')
      .selectAll()
      .where('submission_id', '=', submissionId)
      // SQLite uses the index of these rows only for a literal.
      .where('state', '=', sql.lit('open'))
      .executeTakeFirst()
  )
}

/** Newest first. */
export async function listAppealsOf(db: Db, submissionId: string) {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function listFilesOfAppeals(db: Db, appealIds: readonly string[]) {
  if (appealIds.length === 0) return []
  return db
    .selectFrom('files')
    .select(['id', 'appeal_id', 'file_name', 'mime_type'])
    .where('appeal_id', 'in', appealIds)
    .orderBy('appeal_id')
    .orderBy('position')
    .$narrowType<{ appeal_id: string }>()
    .execute()
}

/** The problem of a paid order that was not dismissed, without a lock. */
export async function findStandingProblem(db: Db, submissionId: string) {
  return db
    .selectFrom('order_problems')
    .select(['id', 'state', 'decided_at'])
    .where('submission_id', '=', submissionId)
    .where('state', '<>', sql.lit('dismissed'))
    .executeTakeFirst()
}

/** Of closed appeals. The caller deletes the files of the order. */
export async function eraseAppealsOf(tx: Tx, submissionId: string) {
  await tx
    .updateTable('appeals')
    .set({ words_encrypted: null, answer_encrypted: null })
    .where('submission_id', '=', submissionId)
    .where('state', '<>', sql.lit('open'))
    .execute()
}
