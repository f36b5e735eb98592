import { countRows, findEarliest } from '../db/count-rows.ts'
import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { MailTable } from '../db/operations-tables.ts'
import { table } from '../db/table.ts'
import { type MailKind, securityMails } from './mail-kinds.ts'

/** A mail that only this process may send, until its `due_at`. */
export type LeasedMail = Pick<MailTable, 'id' | 'kind' | 'recipient' | 'attempts' | 'created_at'> & {
  payload_encrypted: string
}

/** Leases up to `limit` due mails, oldest first, and counts the attempt. After `leaseUntil` their process has died. */
export async function leaseDueMails(
  db: ServerDb,
  { now, leaseUntil, limit }: { now: string; leaseUntil: string; limit: number },
): Promise<LeasedMail[]> {
  const rows = await db
    .updateTable('mail_outbox')
    .set((mail) => ({ due_at: leaseUntil, attempts: mail('attempts', '+', 1) }))
    .where('id', 'in', (due) =>
      due
        .selectFrom('mail_outbox')
        .select('id')
        .where('due_at', '<=', now)
        .where('payload_encrypted', 'is not', null)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    // Checked again on the updated row, so that of two concurrent leases only one succeeds.
    .where('due_at', '<=', now)
    .returning(['id', 'kind', 'recipient', 'attempts', 'created_at', 'payload_encrypted'])
    .execute()
  // An update returns its rows in any order. Ids order the mails of one millisecond.
  const placeOf = (row: { created_at: string; id: string }) => `${row.created_at} ${row.id}`
  rows.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return rows.map((row) => ({ ...row, payload_encrypted: row.payload_encrypted ?? '' }))
}

export async function findNextDueAt(db: Db) {
  return findEarliest(db.selectFrom('mail_outbox'), 'due_at')
}

/** Cancels a mail. Returns false when a worker has already leased or sent it. */
export async function deleteUnsentMail(tx: Tx, id: string) {
  return table('mail_outbox').remove(tx, { id, attempts: 0, sent_at: null })
}

/** The address that was warned last, since `since`, that it left the account of this customer. */
export async function findFormerAddress(db: Db, userId: string, since: string) {
  const warning = await db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email-changed' satisfies MailKind)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return warning?.recipient
}

export async function sendMailNow(tx: Tx, id: string, now: string) {
  await tx
    .updateTable('mail_outbox')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .execute()
}

/** Security mails are not redirected: reset links are deleted, and warnings stay with the former address. */
export async function updateMailRecipient(tx: Tx, userId: string, to: string) {
  await tx
    .deleteFrom('mail_outbox')
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .where('kind', '=', 'password-reset' satisfies MailKind)
    .execute()
  await tx
    .updateTable('mail_outbox')
    .set({ recipient: to })
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .where('kind', 'not in', securityMails)
    .execute()
}

export async function countWaitingMails(db: Db) {
  return countRows(db.selectFrom('mail_outbox').where('due_at', 'is not', null))
}
