import type { Db } from '../../platform/db/database.ts'
import { newestFee } from '../statements/match-queries.ts'

/** A transfer with what is known of its payout and order. */
export type ExportedTransfer = Awaited<ReturnType<typeof listExportedTransfers>>[number]

type Range = { from: string; to: string }

export async function listExportedTransfers(
  db: Db,
  { account, from, to, after }: Range & { account: string | undefined; after: number },
  limit: number,
) {
  let transfers = db.selectFrom('ledger_transfers').where('ledger_transfers.at', '>=', from)
  if (account !== undefined)
    transfers = transfers.where((where) => where.or([where('debit', '=', account), where('credit', '=', account)]))
  return transfers
    .where('ledger_transfers.at', '<', to)
    .where('ledger_transfers.sequence', '>', after)
    .leftJoin('payouts', 'payouts.id', 'ledger_transfers.payout_id')
    .leftJoin('submissions', 'submissions.id', 'ledger_transfers.submission_id')
    .selectAll('ledger_transfers')
    .select(['payouts.method_type', 'payouts.reference', 'payouts.user_id'])
    .select(['submissions.card_brand as brand', 'submissions.card_value_cents'])
    .select(newestFee.as('fee_cents'))
    .orderBy('ledger_transfers.sequence')
    .limit(limit)
    .execute()
}

export async function sumTransfers(
  db: Db,
  { until, after, last }: { until: string; after: number; last: number },
): Promise<{ account: string; cents: number }[]> {
  const sums = []
  for (const side of ['debit', 'credit'] as const) {
    const rows = await db
      .selectFrom('ledger_transfers')
      .select([`${side} as account`])
      .select(({ fn }) => fn.sum('amount_cents').as('cents'))
      .where('at', '<', until)
      .where('sequence', '>', after)
      .where('sequence', '<=', last)
      .groupBy(side)
      .execute()
    for (const { account, cents } of rows) sums.push({ account, cents: (side === 'debit' ? 1 : -1) * Number(cents) })
  }
  return sums
}
