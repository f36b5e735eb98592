import { requestMessages } from '#shared/information-request.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InformationRequestTable } from '../../platform/db/request-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'

/** Locks the order of an open request of this customer. */
export async function lockOpenRequest(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  customerId: string,
  id: string,
  kind: InformationRequestTable['kind'],
): Promise<{ request: InformationRequestTable; order: SubmissionTable }> {
  const found = await table('information_requests').find(tx, { id })
  const order = found && (await lockSubmission(tx, found.submission_id))
  if (!found || order?.user_id !== customerId || found.kind !== kind) throw notFound()
  // Read again behind the lock: it may have been closed since.
  const request = await table('information_requests').find(tx, { id })
  // The job that closes it may be late.
  const isOpen = request?.state === 'open' && request.due_at > timestamp(clock)
  if (!isOpen) throw new AppError('conflict', requestMessages.closed)
  return { request, order }
}
