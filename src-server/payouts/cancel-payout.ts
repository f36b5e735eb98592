import { payoutMessages } from '#shared/payout.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { AppError } from '../platform/errors.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { findOrderOf } from './payout-queries.ts'
import { changeState } from './payout-state.ts'
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
  if (payout.state !== 'held' && payout.state !== 'ready') throw new AppError('conflict', payoutMessages.wrongState)
  const submissionId = await findOrderOf(tx, payout.id)
  const ended = { ended_at: timestamp(app.clock), failure_message: note }
  await changeState(app, tx, payout, 'canceled', ended)
  await postTransfers(app, tx, [await debtTransfer(tx, 'approval-reversal', payout, { submissionId, by: staff.id })])
  await cancelWaitingMails(tx, payout)
}
