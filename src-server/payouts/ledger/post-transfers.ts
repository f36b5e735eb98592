import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LedgerTransferTable } from '../../platform/db/ledger-tables.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { findNewestSequence, insertTransfers } from './ledger-queries.ts'

/** A movement of `amount_cents` from the account `credit` to the account `debit`. */
export type Transfer = Pick<
  LedgerTransferTable,
  'kind' | 'debit' | 'credit' | 'amount_cents' | 'key' | 'submission_id' | 'payout_id' | 'made_by'
>

/**
 * Adds transfers to the ledger, in this order. The lock makes the transaction its only writer, so that the sequence has
 * no gaps; lock people, orders and payouts before.
 * @throws when a key was used before, or a customer would owe money to the site
 */
export async function postTransfers(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return
  await acquireLock(tx, 'ledger')
  const newest = await findNewestSequence(tx)
  const at = timestamp(clock)
  const rows = transfers.map((transfer, index) => ({ ...transfer, sequence: newest + 1 + index, at, currency: 'USD' }))
  await insertTransfers(tx, rows)
}
