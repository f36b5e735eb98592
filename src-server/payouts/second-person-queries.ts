import { sql } from 'kysely'
import { isAny } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'

/** Everyone who has changed the status of the orders of a payout. */
export async function listDeciders(db: Db, payoutId: string) {
  const orders = (await table('payout_lines').list(db, { payout_id: payoutId })).map((line) => line.submission_id)
  return (await table('status_changes').list(db, { submission_id: orders })).map(({ changed_by }) => changed_by)
}

/**
 * Whether a person recorded that a payout of this order came back, and no line of a bank says so. A line that is
 * matched with another attempt of it, which was put back, does not.
 */
export async function hasReturnByHand(db: Db, orderId: string) {
  const returned = db
    .selectFrom('payout_lines')
    .innerJoin('payouts', 'payouts.id', 'payout_lines.payout_id')
    .where('submission_id', '=', orderId)
    .where('returned_by', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_transfers')
            .innerJoin('matched_movements', 'transfer_key', 'ledger_transfers.key')
            .innerJoin('statement_groups', 'statement_groups.id', 'matched_movements.group_id')
            .innerJoin('statement_lines', 'statement_lines.group_id', 'statement_groups.id')
            .innerJoin('payout_attempts', 'payout_attempts.payout_id', 'ledger_transfers.payout_id')
            .select('ledger_transfers.key')
            .whereRef('ledger_transfers.payout_id', '=', 'payouts.id')
            .where('payout_attempts.state', '=', 'returned')
            .where('ledger_transfers.kind', 'in', ['return', 'reversal'])
            .where(sql<boolean>`ledger_transfers.key = ledger_transfers.kind || ':' || payout_attempts.key`)
            .where('reconciled_at', 'is not', null),
        ),
      ),
    )
  return isAny(returned)
}
