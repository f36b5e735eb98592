import { finalStatuses, type ReviewStatus, type Submission, submissionWords } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { getSubmission } from './list-submissions.ts'
import { mailOrder, reasonForMail } from './order-mail.ts'
import { findSubmission, insertStatusChange, updateStatus } from './submission-queries.ts'

/**
 * Records a decision of staff: the new status, its reason, a row of history and a mail, in one transaction. A final
 * status erases the security code. Without `version` the last writer wins; both decisions are in the history.
 * @throws AppError 'not_found'; 'conflict' when the submission has changed since `version`; 'unprocessable' for a
 * registration record.
 */
export async function setStatus(ctx: AppContext, staff: { id: string }, input: SetStatusInput): Promise<Submission> {
  const { submissionId, status } = input
  const reason = input.reason || null
  const customerId = await inTransaction(ctx.db, async (tx) => {
    const current = await findSubmission(tx, submissionId)
    if (!current) throw notFound()
    if (current.status === 'registered')
      throw new AppError('unprocessable', 'A registration record has no status to change.')
    if (input.version !== undefined && input.version !== current.version)
      throw new AppError('conflict', submissionWords.statusConflict)
    const now = timestamp(ctx.clock)
    const version = current.version + 1
    const isOurs = await updateStatus(tx, submissionId, current.version, {
      status,
      status_reason: reason,
      version,
      updated_at: now,
      ...(finalStatuses.has(status) && { security_code_sealed: null }),
    })
    if (!isOurs) throw new AppError('conflict', submissionWords.statusConflict)
    await insertStatusChange(tx, {
      id: newId(),
      submission_id: submissionId,
      version,
      from_status: current.status,
      to_status: status,
      reason,
      changed_by: staff.id,
      changed_at: now,
    })
    await tellCustomer(ctx, tx, current, { status, reason })
    return current.user_id
  })
  ctx.events.publish({ name: 'submission.status-changed', submissionId, customerId })
  return getSubmission(ctx, submissionId)
}

/** Mails a decision that changes what the customer sees. A person whose account is gone has no address. */
async function tellCustomer(
  ctx: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { status, reason }: { status: ReviewStatus; reason: string | null },
): Promise<void> {
  if (status === order.status && reason === order.status_reason) return
  const { email, name } = await getUser(tx, order.user_id)
  if (email === null) return
  await enqueueMail(tx, ctx, email, {
    kind: 'status-changed',
    name,
    order: mailOrder(order),
    status,
    reason: reason && reasonForMail(ctx.keyring, order, reason),
  })
}
