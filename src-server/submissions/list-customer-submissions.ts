import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { Pagination } from '#shared/paging-schema.ts'
import { USERS_PER_PAGE } from '#shared/registered-user.ts'
import type { UserSubmission } from '#shared/registered-user-schema.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { listSubmissionPageOf } from './submission-queries.ts'

/** Newest first, without decrypting anything. */
export async function listUserSubmissions(
  app: AppContext,
  userId: string,
  page: number,
): Promise<{ data: UserSubmission[]; pagination: Pagination }> {
  const { rows, totalItems } = await listSubmissionPageOf(app.db, userId, { page, limit: USERS_PER_PAGE })
  return {
    data: rows.map((row) => ({
      ...fieldsOf(row, 'id', 'card_type', 'created_at'),
      cardValue: dollarsFromCents(row.card_value_cents),
      payoutAmount: dollarsFromCents(row.payout_cents),
      paymentMethod: row.payment_type ?? 'N/A',
      cardNumber: row.card_number_masked,
      // The query excludes registration records, the only other status.
      status: row.status as ReviewStatus,
    })),
    pagination: paginate(totalItems, page, USERS_PER_PAGE),
  }
}
