import type { ReasonCode } from '#shared/reason-code.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import type { Mail } from '../platform/mail/mail-kinds.ts'
import { deleteUnsentMail, sendMailNow } from '../platform/mail/outbox-queries.ts'
import { mailedStep } from './mailed-step.ts'
import { mailSubmission, reasonForMail } from './submission-email.ts'

type Change = {
  status: ReviewStatus
  reason: string | null
  reasonCode: ReasonCode | null
  undoUntil: string | null
  reference?: string | undefined
  isPayoutBack?: true | undefined
  isPaid?: true | undefined
  mail?: ((name: string) => Mail) | undefined
  evidence?: 'shown' | 'owed' | undefined
}

/** Returns the id of the mail, which is due now or at `undoUntil`. `submission` is the row before the decision. */
export async function notifyCustomer(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  { status, reason, reasonCode, undoUntil, reference, isPayoutBack, isPaid, evidence, mail: other }: Change,
): Promise<string | null> {
  if (!other && status === submission.status && reason === submission.status_reason) return null
  const { email, name } = await getUser(tx, submission.user_id)
  if (email === null) return null
  await settleFormerMail(app, tx, submission, undoUntil !== null)
  const step = !other && status === 'rejected' ? await mailedStep(app, tx, submission, reasonCode) : undefined
  const mail = other?.(name) ?? {
    kind: 'status-changed' as const,
    name,
    order: mailSubmission(submission),
    status,
    reason: reason && reasonForMail(app.keyring, submission, reason),
    ...(reference !== undefined && { reference: reasonForMail(app.keyring, submission, reference) }),
    ...(isPayoutBack && { isPayoutBack }),
    ...(isPaid && { isPaid }),
    ...(step !== undefined && { nextStep: step }),
    ...(evidence && { evidence }),
  }
  return enqueueMail(tx, app, { id: submission.user_id, email }, mail, { dueAt: undoUntil ?? undefined })
}

/** An unsent mail is sent before a new one that waits, to keep their order; else the new one replaces it. */
async function settleFormerMail(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  newOneWaits: boolean,
): Promise<void> {
  const former = await table('status_changes').find(tx, { submission_id: submission.id, version: submission.version })
  if (!former?.mail_id) return
  if (newOneWaits) await sendMailNow(tx, former.mail_id, timestamp(app.clock))
  else await deleteUnsentMail(tx, former.mail_id)
}
