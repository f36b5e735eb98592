import type { ReviewStatus } from '#shared/submission.ts'
import { getUser } from '../accounts/account-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { deleteUnsentMail, sendMailNow } from '../mail/outbox-queries.ts'
import { mailOrder, reasonForMail } from '../submissions/submission-email.ts'
import { findStatusChange } from './decision-queries.ts'

/**
 * Mails a decision that changes what the customer sees, at once or at `undoUntil`; answers the mail's id. A person
 * whose account is gone has no address. `order` is as it was before.
 */
export async function notifyCustomer(
  ctx: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { status, reason, undoUntil }: { status: ReviewStatus; reason: string | null; undoUntil: string | null },
): Promise<string | null> {
  if (status === order.status && reason === order.status_reason) return null
  const { email, name } = await getUser(tx, order.user_id)
  if (email === null) return null
  await settleFormerMail(ctx, tx, order, undoUntil !== null)
  const mail = {
    kind: 'status-changed',
    name,
    order: mailOrder(order),
    status,
    reason: reason && reasonForMail(ctx.keyring, order, reason),
  } as const
  return enqueueMail(tx, ctx, { id: order.user_id, email }, mail, undoUntil ?? undefined)
}

/**
 * The decision before this one cannot be undone any more. Its mail, if it still waits, goes now, so that it comes
 * before the new one; or never, when the new one goes now.
 */
async function settleFormerMail(ctx: AppContext, tx: Tx, order: SubmissionTable, newOneWaits: boolean): Promise<void> {
  const former = await findStatusChange(tx, order.id, order.version)
  if (!former?.mail_id) return
  if (newOneWaits) await sendMailNow(tx, former.mail_id, timestamp(ctx.clock))
  else await deleteUnsentMail(tx, former.mail_id)
}
