import { type ChatMessage, SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatReplyInput } from '#shared/chat-schema.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { notFound } from '../errors.ts'
import { appendMessage, newMessage } from './append-message.ts'
import { findChatSession } from './chat-queries.ts'
import { messageView } from './chat-views.ts'
import { mailReply } from './mail-reply.ts'

/**
 * Stores an answer of staff. The customer reads it from 'Admin Support'; who wrote it is in the audit log. One who is
 * away is mailed.
 * @throws AppError 'not_found'
 */
export async function replyToCustomer(
  ctx: AppContext,
  staff: { id: string; ip: string },
  { sessionId, message: text }: ChatReplyInput,
): Promise<{ sessionId: string; message: ChatMessage }> {
  const message = newMessage(ctx, { sender_type: 'admin', sender_id: staff.id }, text)
  const { row, customerId } = await inTransaction(ctx.db, async (tx) => {
    const session = await findChatSession(tx, sessionId)
    if (!session) throw notFound()
    const row = await appendMessage(tx, ctx, sessionId, message)
    await insertAuditEntry(
      { ...ctx, db: tx },
      { actorId: staff.id, action: 'chat.replied', objectId: sessionId, detail: row.id, ip: staff.ip },
    )
    await mailReply(tx, ctx, session, row.sequence)
    return { row, customerId: session.customer_id }
  })
  ctx.events.publish({ name: 'chat.message-sent', sessionId, customerId, sequence: row.sequence })
  return { sessionId, message: messageView(ctx.keyring, { ...row, sender_name: SUPPORT_NAME }) }
}
