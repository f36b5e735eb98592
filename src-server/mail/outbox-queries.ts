import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { MailTable } from '../db/schema.ts'
import { type MailKind, securityMails } from './mail-kinds.ts'

/** A mail that is this process's to send until its `due_at`. */
export type LeasedMail = Pick<MailTable, 'id' | 'kind' | 'recipient' | 'attempts' | 'created_at'> & {
  payload_sealed: string
}

export async function insertMail(tx: Tx, row: MailTable): Promise<void> {
  await tx.insertInto('mail_outbox').values(row).execute()
}

/**
 * Takes up to `limit` due mails, oldest first, and counts the try. Nobody else gets them before `leaseUntil`: by then
 * they are sent, due again by a row of ours, or the process died and they are tried again.
 */
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
        .where('payload_sealed', 'is not', null)
        .orderBy('due_at')
        .limit(limit),
    )
    // Asked of the row itself as well, so that of two claims at once the second finds it taken.
    .where('due_at', '<=', now)
    .returning(['id', 'kind', 'recipient', 'attempts', 'created_at', 'payload_sealed'])
    .execute()
  return rows.map((row) => ({ ...row, payload_sealed: row.payload_sealed ?? '' }))
}

/** When the next mail is due; undefined when none waits. */
export async function findNextDueAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

export async function updateMail(db: ServerDb, id: string, changes: Partial<MailTable>): Promise<void> {
  await db.updateTable('mail_outbox').set(changes).where('id', '=', id).execute()
}

/** Takes a mail back; false when a worker has taken it, or it is gone. */
export async function deleteUnsentMail(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_outbox')
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lets a mail that waits for its time go now. */
export async function sendMailNow(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .execute()
}

/**
 * What was not sent yet follows a customer to their new address. Security mails do not: links that replace the password
 * are deleted, what warns of a change stays with the address it warns.
 */
export async function updateMailRecipient(tx: Tx, userId: string, to: string): Promise<void> {
  const waiting = tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
  await tx
    .deleteFrom('mail_outbox')
    .where('id', 'in', waiting)
    .where('kind', '=', 'password-reset' satisfies MailKind)
    .execute()
  await tx
    .updateTable('mail_outbox')
    .set({ recipient: to })
    .where('id', 'in', waiting)
    .where('kind', 'not in', securityMails)
    .execute()
}

/** Forgets every mail to this customer, sent or not and to whichever of their addresses. */
export async function deleteMailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('user_id', '=', userId).execute()
}

/** How many mails were not sent yet and will be. */
export async function countWaitingMails(db: Db): Promise<number> {
  const row = await db
    .selectFrom('mail_outbox')
    .select((mail) => mail.fn.count<number>('id').as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
