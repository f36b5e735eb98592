import { payoutMessages } from '#shared/payout.ts'
import { markedDetail } from '../../accounts/own-orders.ts'
import { type AuditActor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { AppError } from '../../platform/errors.ts'
import { destinationOf } from '../destination.ts'
import { receiverOf } from '../paypal/receiver.ts'
import { startSending } from '../send-payout.ts'

/** Who PayPal pays; undefined when the destination is erased, or PayPal cannot pay it. */
export function payPalReceiver(app: AppContext, payout: PayoutTable, order: SubmissionTable) {
  if (payout.method_type !== 'paypal') return undefined
  const details = destinationOf(app, payout, order)
  return details && 'details' in details ? receiverOf(details.details) : undefined
}

/** Begins to send a ready payout by PayPal: the worker requests it after the commit. `by` without id is the server. */
export async function beginPayPal(
  app: AppContext,
  tx: Tx,
  { payout, order, mark = '' }: { payout: PayoutTable; order: SubmissionTable; mark?: string },
  by: AuditActor,
): Promise<void> {
  if (!payPalReceiver(app, payout, order)) throw new AppError('conflict', payoutMessages.notByPayPal(payout.id))
  if (payout.state !== 'ready') throw new AppError('conflict', payoutMessages.notReady(payout.id))
  await startSending(app, tx, payout, { provider: 'paypal', by: by.id })
  await audit(app, tx, by, 'payout.sending', payout.id, markedDetail(mark, 'by PayPal'))
}
