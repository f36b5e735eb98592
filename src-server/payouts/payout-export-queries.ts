import type { Db } from '../platform/db/database.ts'
import { newestFee, reconciledAt } from './statements/named-queries.ts'

export type ExportedPayout = Awaited<ReturnType<typeof listExportedPayouts>>[number]

export async function listExportedPayouts(
  db: Db,
  { from, to }: { from: string; to: string },
  after: { id: string; sent_at: string } | undefined,
  limit: number,
) {
  const payouts = db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .innerJoin('submissions', 'submissions.id', 'payout_lines.submission_id')
    .select(['payouts.id', 'payouts.user_id', 'payouts.amount_cents', 'payouts.currency', 'payouts.method_type'])
    .select(['payouts.state', 'payouts.provider', 'payouts.reference', 'payouts.approved_at', 'payouts.settled_at'])
    .select(['payouts.ended_at', 'payout_lines.submission_id', 'card_brand', 'card_value_cents'])
    .select((select) => [
      select.ref('payouts.sent_at').$notNull().as('sent_at'),
      newestFee.as('fee_cents'),
      reconciledAt.as('reconciled_at'),
    ])
    .where('payouts.sent_at', '>=', from)
    .where('payouts.sent_at', '<', to)
    .orderBy('payouts.sent_at')
    .orderBy('payouts.id')
    .limit(limit)
  if (!after) return payouts.execute()
  return payouts
    .where((where) => where(where.refTuple('payouts.sent_at', 'payouts.id'), '>', where.tuple(after.sent_at, after.id)))
    .execute()
}
