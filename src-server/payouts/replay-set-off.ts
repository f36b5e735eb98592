import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { addEntry } from './clawback-entry.ts'
import { acceptOffer, findClawback, reduceDebt } from './problem-queries.ts'

const PREFIX = 'Set off: '

/** The reference of a payout that was used for what its seller owed for this order. */
export function setOffReference(orderId: string): string {
  return PREFIX + orderId
}

/**
 * Repeats in restored data that a payout was used for a claw back. Without the claw back, which was decided after the
 * backup, the account of set-offs keeps the amount until the problem is decided again.
 */
export async function replaySetOff(
  app: AppContext,
  tx: Tx,
  { id: payoutId, amount_cents: cents }: PayoutTable,
  { reference, order, by, at }: { reference: string; order: string; by: string; at: string },
): Promise<void> {
  const problem = await findClawback(tx, { submissionId: reference.slice(PREFIX.length), cents })
  if (!problem) return
  await addEntry(app, tx, { problem, kind: 'set-off', cents, by, madeAt: at, reference: order, payoutId })
  await reduceDebt(tx, problem, { cents, at })
  await acceptOffer(tx, payoutId, at)
}
