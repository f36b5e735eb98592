import type { AppContext } from '../../context.ts'
import { timestamp } from '../clock.ts'
import { afterCommit, type Tx } from '../db/database.ts'
import { table } from '../db/table.ts'
import { newOrderedId } from '../ids.ts'
import type { Mail } from './mail-kinds.ts'
import { encryptMail } from './outbox.ts'

type Recipient = { id: string; email: string }

/** Adds a mail, sent after the commit or at `dueAt` (ISO 8601). Returns its id; null on a site without mail (seed). */
export async function enqueueMail(
  tx: Tx,
  app: Pick<AppContext, 'keyring' | 'clock' | 'outbox'>,
  to: Recipient,
  mail: Mail,
  { dueAt, id = newOrderedId() }: { dueAt?: string | undefined; id?: string } = {},
) {
  const { outbox } = app
  if (!outbox) return null
  const now = timestamp(app.clock)
  await table('mail_outbox').insert(tx, {
    id,
    kind: mail.kind,
    user_id: to.id,
    recipient: to.email,
    payload_encrypted: encryptMail(app.keyring, id, mail),
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
