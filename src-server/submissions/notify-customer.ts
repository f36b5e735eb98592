import type { ReviewStatus } from '#shared/submission.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { deleteUnsentMail, sendMailNow } from '../platform/mail/outbox-queries.ts'
import { mailSubmission, reasonForMail } from './submission-email.ts'
import { findStatusChange } from './submission-queries.ts'

type Change = {
  status: ReviewStatus
  reason: string | null
  undoUntil: string | null
  /** Of the payment that completes the order. */
  reference?: string | undefined
  isPayoutBack?: true | undefined
}

/**
 * Enqueues the e-mail about a decision that changes status or reason, due now or at `undoUntil`. Returns its id.
 * Returns null when nothing changed or the account is deleted. `submission` is the row before the decision.
 */
export async function notifyCustomer(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  { status, reason, undoUntil, reference, isPayoutBack }: Change,
): Promise<string | null> {
  if (status === submission.status && reason === submission.status_reason) return null
  const { email, name } = await getUser(tx, submission.user_id)
  if (email === null) return null
  await settleFormerMail(app, tx, submission, undoUntil !== null)
  const mail = {
    kind: 'status-changed',
    name,
    order: mailSubmission(submission),
    status,
    reason: reason && reasonForMail(app.keyring, submission, reason),
    ...(reference !== undefined && { reference: reasonForMail(app.keyring, submission, reference) }),
    ...(isPayoutBack && { isPayoutBack }),
  } as const
  return enqueueMail(tx, app, { id: submission.user_id, email }, mail, { dueAt: undoUntil ?? undefined })
}

/**
 * Settles the unsent e-mail of the previous decision, which the new decision makes final. If the new e-mail waits, the
 * previous one is sent now, to keep their order. If not, the previous one is dropped.
 */
async function settleFormerMail(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  newOneWaits: boolean,
): Promise<void> {
  const former = await findStatusChange(tx, submission.id, submission.version)
  if (!former?.mail_id) return
  if (newOneWaits) await sendMailNow(tx, former.mail_id, timestamp(app.clock))
  else await deleteUnsentMail(tx, former.mail_id)
}
