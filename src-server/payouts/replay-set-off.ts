import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { addEntry } from './clawback-entry.ts'
import { accounts, payableTo } from './ledger/accounts.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { acceptOffer, findClawback, reduceDebt } from './problem-queries.ts'

const PREFIX = 'Set off: '

/** The reference of a payout that was used for what its seller owed for this order. */
export function setOffReference(orderId: string): string {
  return PREFIX + orderId
}

/**
 * Repeats in restored data that a payout was used for a claw back. Without the claw back, which was decided after the
 * backup, the account 'suspense' keeps the amount.
 */
export async function replaySetOff(
  app: AppContext,
  tx: Tx,
  { id: payoutId, user_id, amount_cents: cents }: PayoutTable,
  { reference, order, by, at }: { reference: string; order: string; by: string; at: string },
): Promise<void> {
  const problem = await findClawback(tx, { submissionId: reference.slice(PREFIX.length), cents })
  if (!problem) {
    const moved = { debit: payableTo(user_id), credit: accounts.suspense, amount_cents: cents }
    const about = { key: `set-off:${payoutId}`, submission_id: order, payout_id: payoutId, made_by: by }
    return postTransfers(app, tx, [{ kind: 'set-off', ...moved, ...about }])
  }
  await addEntry(app, tx, { problem, kind: 'set-off', cents, by, madeAt: at, reference: order, payoutId })
  await reduceDebt(tx, problem, { cents, at })
  await acceptOffer(tx, payoutId, at)
}
