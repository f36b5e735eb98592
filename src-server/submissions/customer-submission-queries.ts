import { type RowPage, readPage } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

type SubmissionRow = Pick<
  SubmissionTable,
  | 'id'
  | 'card_type'
  | 'card_value_cents'
  | 'payout_cents'
  | 'payment_type'
  | 'card_number_masked'
  | 'status'
  | 'created_at'
>

/** Newest first, without the registration record. */
export async function listSubmissionPageOf(
  db: Db,
  userId: string,
  input: { page: number; limit: number },
): Promise<RowPage<SubmissionRow>> {
  const submissions = db.selectFrom('submissions').where('user_id', '=', userId).where('status', '!=', 'registered')
  const rows = submissions
    .select(['id', 'card_type', 'card_value_cents', 'payout_cents', 'payment_type', 'card_number_masked', 'status'])
    .select('created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(submissions, rows, input)
}
