import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { hasOpenDebt } from './create-payout.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { findPayout, listLinesOf } from './payout-queries.ts'
import { changePayout } from './payout-state.ts'
import { debtTransfer } from './payout-transfers.ts'

/** Ends what is owed for a payout that failed or came back. The caller audits it. */
export async function endDebt(
  app: AppContext,
  tx: Tx,
  by: Actor,
  payout: PayoutTable,
  { orderId, note }: { orderId: string; note?: string },
): Promise<void> {
  const why = note === undefined ? {} : { failure_message: note }
  await changePayout(app, tx, payout, { debt_ended_at: timestamp(app.clock), ...why })
  await postTransfers(app, tx, [
    await debtTransfer(tx, 'approval-reversal', payout, { submissionId: orderId, by: by.id }),
  ])
}

/** Ends what is still owed for an order whose customer takes the card back. The caller has locked the order. */
export async function endDebtOfOrder(app: AppContext, tx: Tx, customer: Actor, orderId: string): Promise<void> {
  const newest = (await listLinesOf(tx, orderId)).at(-1)
  const payout = newest && (await findPayout(tx, newest.payout_id))
  if (!payout || !hasOpenDebt(payout)) return
  await endDebt(app, tx, customer, payout, { orderId })
  await audit(app, tx, customer, 'payout.debt-closed', payout.id)
}
