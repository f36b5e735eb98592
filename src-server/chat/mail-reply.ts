import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import type { ChatSessionTable } from '../db/chat-tables.ts'
import type { Tx } from '../db/database.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { markReplyMailed } from './chat-queries.ts'

/**
 * Mails a customer who is away that support has answered, in the answer's own transaction. A mail about an answer they
 * have not seen yet is enough: until they have, there is no second.
 */
export async function mailReply(tx: Tx, ctx: AppContext, session: ChatSessionTable, sequence: number): Promise<void> {
  const knows = session.reply_mailed_sequence > session.customer_seen_sequence
  if (knows || ctx.presence.isHere(session.customer_id)) return
  const { name, email } = await getUser(tx, session.customer_id)
  if (email === null) return
  await enqueueMail(tx, ctx, { id: session.customer_id, email }, { kind: 'chat-reply', name })
  await markReplyMailed(tx, session.id, sequence)
}
