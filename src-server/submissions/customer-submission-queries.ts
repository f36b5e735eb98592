import { countRows } from '../platform/db/count-rows.ts'
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

/** Returns one page of a customer's submissions, newest first, without the registration record. */
export async function listSubmissionPageOf(
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: SubmissionRow[]; totalItems: number }> {
  const submissions = db.selectFrom('submissions').where('user_id', '=', userId).where('status', '!=', 'registered')
  const totalItems = await countRows(submissions)
  const rows = await submissions
    .select(['id', 'card_type', 'card_value_cents', 'payout_cents', 'payment_type', 'card_number_masked', 'status'])
    .select('created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, totalItems }
}
