import { payoutMessages } from '#shared/payout.ts'
import { reviewMessages } from '#shared/review.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { StatusChangeTable } from '../platform/db/submission-tables.ts'
import { conflict } from '../platform/errors.ts'
import { hasOpenDebt } from './create-payout.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { findOrderOf, findPayoutOf } from './payout-queries.ts'
import { changePayout, changeState } from './payout-state.ts'
import { debtTransfer } from './payout-transfers.ts'
import { cancelWaitingMails } from './waiting-mails.ts'

/** Cancels a payout that has not left: the site owes nothing for it any more. `detail` is for the audit log. */
export async function cancelPayout(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  detail: string,
): Promise<void> {
  await endUnsent(app, tx, staff, payout)
  await audit(app, tx, staff, 'payout.canceled', payout.id, detail)
}

/** Does the same without an audit entry. */
export async function endUnsent(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  note: string | null = null,
): Promise<void> {
  if (payout.state !== 'held' && payout.state !== 'ready') throw conflict(payoutMessages.wrongState)
  const submissionId = await findOrderOf(tx, payout.id)
  const ended = { ended_at: timestamp(app.clock), failure_message: note }
  await changeState(app, tx, payout, 'canceled', ended)
  await postTransfers(app, tx, [await debtTransfer(tx, 'approval-reversal', payout, { submissionId, by: staff.id })])
  await cancelWaitingMails(tx, payout)
}

/** Cancels the payout that this change of status created. The transaction has locked the order. */
export async function undoApproval(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  change: Pick<StatusChangeTable, 'submission_id' | 'version'>,
): Promise<void> {
  const payout = await findPayoutOf(tx, change.submission_id, (lines) =>
    lines.find(({ is_live, order_version }) => is_live === 1 && order_version === change.version),
  )
  if (!payout) return
  if (payout.state !== 'held') throw conflict(reviewMessages.undoTooLate)
  await cancelPayout(app, tx, staff, payout, 'undone')
}

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
  const payout = await findPayoutOf(tx, orderId, (lines) => lines.at(-1))
  if (!payout || !hasOpenDebt(payout)) return
  await endDebt(app, tx, customer, payout, { orderId })
  await audit(app, tx, customer, 'payout.debt-closed', payout.id)
}
