import type { Tx } from '../../platform/db/database.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { deleteUnsentMail } from '../../platform/mail/outbox-queries.ts'

/** Drops the mail about the newest change, if it still waits for the end of the undo. */
export async function dropUnsentNotice(tx: Tx, order: Pick<SubmissionTable, 'id' | 'version'>): Promise<boolean> {
  const change = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  return change?.mail_id ? deleteUnsentMail(tx, change.mail_id) : false
}
