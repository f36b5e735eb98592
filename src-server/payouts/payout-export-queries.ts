import type { Db } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { newestFee } from './statements/match-queries.ts'

export type ExportedPayout = Pick<
  PayoutTable,
  | 'id'
  | 'user_id'
  | 'amount_cents'
  | 'currency'
  | 'method_type'
  | 'state'
  | 'provider'
  | 'reference'
  | 'approved_at'
  | 'settled_at'
  | 'ended_at'
> & {
  sent_at: string
  submission_id: string
  card_brand: string
  card_value_cents: number
  fee_cents: number | null
  reconciled_at: string | null
}

export async function listExportedPayouts(
  db: Db,
  { from, to }: { from: string; to: string },
  after: Pick<ExportedPayout, 'id' | 'sent_at'> | undefined,
  limit: number,
): Promise<ExportedPayout[]> {
  const payouts = db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .innerJoin('submissions', 'submissions.id', 'payout_lines.submission_id')
    .leftJoin('statement_matches', (join) =>
      join.onRef('statement_matches.payout_id', '=', 'payouts.id').on('statement_matches.direction', '=', 'out'),
    )
    .select(['payouts.id', 'payouts.user_id', 'payouts.amount_cents', 'payouts.currency', 'payouts.method_type'])
    .select(['payouts.state', 'payouts.provider', 'payouts.reference', 'payouts.approved_at', 'payouts.settled_at'])
    .select(['payouts.ended_at', 'payout_lines.submission_id', 'card_brand', 'card_value_cents', 'reconciled_at'])
    .select((select) => [select.ref('payouts.sent_at').$notNull().as('sent_at'), newestFee.as('fee_cents')])
    .where('payouts.sent_at', '>=', from)
    .where('payouts.sent_at', '<', to)
    .orderBy('payouts.sent_at')
    .orderBy('payouts.id')
    .limit(limit)
  if (!after) return payouts.execute()
  return payouts
    .where((where) =>
      where.or([
        where('payouts.sent_at', '>', after.sent_at),
        where.and([where('payouts.sent_at', '=', after.sent_at), where('payouts.id', '>', after.id)]),
      ]),
    )
    .execute()
}
