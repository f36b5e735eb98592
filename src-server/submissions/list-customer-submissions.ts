import { paginate } from '#shared/paging.ts'
import { USERS_PER_PAGE } from '#shared/registered-user.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { fieldsOf, moneyOf } from '../platform/without-nulls.ts'
import { listSubmissionPageOf } from './submission-queries.ts'

/** Newest first, without decrypting anything. */
export async function listUserSubmissions(app: AppContext, userId: string, page: number) {
  const { rows, totalItems } = await listSubmissionPageOf(app.db, userId, { page, limit: USERS_PER_PAGE })
  return {
    data: rows.map((row) => ({
      ...fieldsOf(row, 'id', 'card_type', 'created_at', 'card_number_masked as cardNumber'),
      ...moneyOf(row, 'card_value_cents', 'payout_cents as payoutAmount'),
      paymentMethod: row.payment_type ?? ('N/A' as const),
      // The query excludes registration records, the only other status.
      status: row.status as ReviewStatus,
    })),
    pagination: paginate(totalItems, page, USERS_PER_PAGE),
  }
}
