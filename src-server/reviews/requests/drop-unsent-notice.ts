import type { Tx } from '../../platform/db/database.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { deleteUnsentMail } from '../../platform/mail/outbox-queries.ts'
import { findStatusChange } from '../../submissions/submission-queries.ts'

/** Drops the mail about the newest change of an order, if it still waits for the end of the undo. */
export async function dropUnsentNotice(tx: Tx, order: Pick<SubmissionTable, 'id' | 'version'>): Promise<boolean> {
  const change = await findStatusChange(tx, order.id, order.version)
  return change?.mail_id ? deleteUnsentMail(tx, change.mail_id) : false
}
