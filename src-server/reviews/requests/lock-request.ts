import { requestMessages } from '#shared/information-request.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InformationRequestTable } from '../../platform/db/request-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { deleteUnsentMail } from '../../platform/mail/outbox-queries.ts'
import { changeStatus, type NewStatus } from '../../submissions/change-status.ts'
import { closeOpenRequest } from '../../submissions/request-queries.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'

export async function lockOpenRequest(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  customerId: string,
  id: string,
  kind: InformationRequestTable['kind'],
) {
  const found = await table('information_requests').find(tx, { id })
  const order = found && (await lockSubmission(tx, found.submission_id))
  if (!found || order?.user_id !== customerId || found.kind !== kind) throw notFound()
  // Read again behind the lock: it may have been closed since.
  const request = await table('information_requests').find(tx, { id })
  // The job that closes it may be late.
  const isOpen = request?.state === 'open' && request.due_at > timestamp(clock)
  if (!isOpen) throw conflict(requestMessages.closed)
  return { request, order }
}

/** Also drops the mail about the request, if it still waits for the end of the undo: its seller does not know of it. */
export async function closeRequest(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  state: InformationRequestTable['state'],
  by: string,
) {
  const request = await closeOpenRequest(app, tx, order, { state, closed_by: by })
  const change = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  return { request, isUnknown: change?.mail_id ? await deleteUnsentMail(tx, change.mail_id) : false }
}

type Answer = Omit<NewStatus, 'changedBy'> & { state: InformationRequestTable['state'] }

/** Closes the open request of this order, and changes its status, as its customer answered. */
export async function changeByAnswer(app: AppContext, tx: Tx, order: SubmissionTable, { state, ...change }: Answer) {
  const changedBy = order.user_id
  await closeRequest(app, tx, order, state, changedBy)
  await changeStatus(app, tx, order, { ...change, changedBy })
}
