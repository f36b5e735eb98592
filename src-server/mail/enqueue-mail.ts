import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { afterCommit, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Mail } from './mail-kinds.ts'
import { insertMail } from './outbox-queries.ts'
import { sealMail } from './sealed-mail.ts'

/**
 * Writes a mail to `to` into the caller's transaction: it is sent soon after the commit, and never when the
 * transaction is rolled back. Does nothing where the site sends no mail (demo data).
 */
export async function enqueueMail(
  tx: Tx,
  ctx: Pick<AppContext, 'keyring' | 'clock' | 'outbox'>,
  to: string,
  mail: Mail,
): Promise<void> {
  const { outbox } = ctx
  if (!outbox) return
  const id = newId()
  const now = timestamp(ctx.clock)
  await insertMail(tx, {
    id,
    kind: mail.kind,
    recipient: to,
    payload_sealed: sealMail(ctx.keyring, id, mail),
    attempts: 0,
    due_at: now,
    sent_at: null,
    failed_at: null,
    error: null,
    created_at: now,
  })
  afterCommit(tx, outbox.wake)
}
