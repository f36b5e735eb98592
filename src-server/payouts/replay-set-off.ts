import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { newId } from '../platform/ids.ts'
import { setOffTransfer } from './clawback-transfers.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { acceptOffer, findClawback, insertEntry, reduceDebt } from './problem-queries.ts'

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
  const id = newId()
  const entry = { id, problem_id: problem.id, kind: 'set-off', amount_cents: cents, at: at.slice(0, 10) } as const
  await insertEntry(tx, { ...entry, reference: order, payout_id: payoutId, made_by: by, made_at: at })
  await postTransfers(app, tx, [setOffTransfer({ problem, id, cents, by })])
  await reduceDebt(tx, problem, { cents, at })
  await acceptOffer(tx, payoutId, at)
}
