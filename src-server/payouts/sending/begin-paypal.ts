import { payoutMessages } from '#shared/payout.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { conflict } from '../../platform/errors.ts'
import { destinationOf } from '../destination.ts'
import type { HandledPayout } from '../lock-payout.ts'
import { receiverOf } from '../paypal/receiver.ts'
import { startSending } from '../send-payout.ts'

/** Who PayPal pays; undefined when the destination is erased, or PayPal cannot pay it. */
export function payPalReceiver(app: AppContext, payout: PayoutTable, order: SubmissionTable) {
  if (payout.method_type !== 'paypal') return undefined
  const details = destinationOf(app, payout, order)
  return details && 'details' in details ? receiverOf(details.details) : undefined
}

/** Begins to send a ready payout by PayPal: the worker requests it after the commit. `by` is null for the server. */
export async function beginPayPal(
  app: AppContext,
  tx: Tx,
  { payout, order, audit }: HandledPayout,
  by: string | null,
): Promise<void> {
  if (!payPalReceiver(app, payout, order)) throw conflict(payoutMessages.notByPayPal(payout.id))
  if (payout.state !== 'ready') throw conflict(payoutMessages.notReady(payout.id))
  await startSending(app, tx, payout, { provider: 'paypal', by })
  await audit('payout.sending', 'by PayPal')
}
