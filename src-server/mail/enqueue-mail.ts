import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { afterCommit, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { encryptMail } from './encrypted-mail.ts'
import type { Mail } from './mail-kinds.ts'
import { insertMail } from './outbox-queries.ts'

/** A customer, and the address of theirs that a mail goes to. */
export type Recipient = { id: string; email: string }

/**
 * Writes a mail to `to` into the caller's transaction: it is sent soon after the commit, and never when the
 * transaction is rolled back. With `dueAt` (ISO 8601) it waits until then. Answers its id, to take it back by; null where
 * the site sends no mail (demo data).
 */
export async function enqueueMail(
  tx: Tx,
  ctx: Pick<AppContext, 'keyring' | 'clock' | 'outbox'>,
  to: Recipient,
  mail: Mail,
  dueAt?: string,
): Promise<string | null> {
  const { outbox } = ctx
  if (!outbox) return null
  const id = newId()
  const now = timestamp(ctx.clock)
  await insertMail(tx, {
    id,
    kind: mail.kind,
    user_id: to.id,
    recipient: to.email,
    payload_sealed: encryptMail(ctx.keyring, id, mail),
    attempts: 0,
    due_at: dueAt ?? now,
    sent_at: null,
    failed_at: null,
    error: null,
    created_at: now,
  })
  afterCommit(tx, outbox.wake)
  return id
}
