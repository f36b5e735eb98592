import type { AppContext } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { InformationRequestTable } from '../../platform/db/request-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { deleteUnsentMail } from '../../platform/mail/outbox-queries.ts'
import { closeOpenRequest } from '../../submissions/request-queries.ts'

/** Also drops the mail about the request, if it still waits for the end of the undo: its seller does not know of it. */
export async function closeRequest(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  state: InformationRequestTable['state'],
  by: string,
): Promise<{ request: InformationRequestTable | undefined; isUnknown: boolean }> {
  const request = await closeOpenRequest(app, tx, order, { state, closed_by: by })
  const change = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  return { request, isUnknown: change?.mail_id ? await deleteUnsentMail(tx, change.mail_id) : false }
}
