import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'

/** Enqueues an e-mail about a reply, in its transaction; no second one until the customer has seen the replies. */
export async function mailReply(tx: Tx, app: AppContext, session: ChatSessionTable, sequence: number): Promise<void> {
  if (session.reply_mailed_sequence > session.customer_seen_sequence) return
  const { name, email } = await getUser(tx, session.customer_id)
  if (email === null) return
  await enqueueMail(tx, app, { id: session.customer_id, email }, { kind: 'chat-reply', name })
  await table('chat_sessions').update(tx, { id: session.id }, { reply_mailed_sequence: sequence })
}
