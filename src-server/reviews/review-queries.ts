import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

type SubmissionKey = Pick<SubmissionTable, 'id' | 'user_id'>

/** Newest first, without registration records. */
export async function listOtherSubmissions(
  db: Db,
  submission: SubmissionKey,
  limit: number,
): Promise<SubmissionTable[]> {
  return otherSubmissions(db, submission)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countOtherSubmissions(db: Db, submission: SubmissionKey): Promise<number> {
  return countRows(otherSubmissions(db, submission))
}

function otherSubmissions(db: Db, { id, user_id }: SubmissionKey) {
  return db
    .selectFrom('submissions')
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('status', '!=', 'registered')
}
