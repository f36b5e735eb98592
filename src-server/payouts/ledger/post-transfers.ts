import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { TransferFacts } from '../../platform/db/ledger-tables.ts'
import { insertTransfers } from './ledger-queries.ts'

/** A movement of `amount_cents` from the account `credit` to the account `debit`. */
export type Transfer = Pick<
  TransferFacts,
  'kind' | 'debit' | 'credit' | 'amount_cents' | 'key' | 'submission_id' | 'payout_id' | 'made_by'
>

/**
 * Adds transfers to the ledger, in this order. PostgreSQL numbers them at the commit, so that transactions do not wait
 * for each other. Throws when a key was used before, or a customer would owe money to the site.
 */
export async function postTransfers(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return
  const at = timestamp(clock)
  const rows = transfers.map((transfer) => ({ ...transfer, at, currency: 'USD' }))
  await insertTransfers(tx, rows)
}
