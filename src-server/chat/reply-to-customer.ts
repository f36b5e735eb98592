import { chatMessages, SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatMessage, ChatReplyInput } from '#shared/chat-schema.ts'
import { getUser, lockUser } from '../accounts/account-queries.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles } from '../files/attach-files.ts'
import { distinctFiles } from '../files/distinct-files.ts'
import { listFilesOfMessages } from '../files/file-queries.ts'
import type { StoredFile } from '../files/store-file.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { findMessageOfSender, getChatSession } from './chat-queries.ts'
import { assignTo } from './manage-chat.ts'
import { messageView, messageViews } from './read-messages.ts'
import { appendMessage, newMessage } from './send-message.ts'

type Replied = { sessionId: string; message: ChatMessage; isRepeat: boolean }

/**
 * Stores a reply of staff. A customer who is not connected gets an e-mail. An unassigned conversation is assigned to
 * the person who replies, not to a program. A repeat with the same `clientMessageId` returns the stored reply. @param
 * received files stored without rows, which are created only if this call stores the message
 */
export async function replyToCustomer(
  ctx: CallContext,
  staff: Actor,
  { sessionId, message: text, clientMessageId }: ChatReplyInput,
  received: readonly StoredFile[] = [],
): Promise<Replied> {
  const { app } = ctx
  const message = newMessage(app, { sender_type: 'admin', sender_id: staff.id }, text, clientMessageId)
  const files = distinctFiles(received)
  const { customer_id: customerId } = await getChatSession(app.db, sessionId)
  const isConnected = await app.chat.presence.isHere(customerId)
  const { row, isRepeat, hashes } = await inTransaction(ctx, async (tx) => {
    if (!isConnected) await lockUser(tx, customerId)
    const session = await getChatSession(tx, sessionId)
    const earlier = clientMessageId && (await findMessageOfSender(tx, staff.id, clientMessageId))
    if (earlier) {
      const { session_id, sequence } = earlier
      const stored = await listFilesOfMessages(tx, session_id, sequence, sequence)
      return { row: earlier, isRepeat: true, hashes: stored.map(({ sha256 }) => sha256) }
    }
    const row = await appendMessage(tx, app, sessionId, message)
    await attachFiles(tx, staff.id, { messageId: row.id }, files, received)
    await audit(app, tx, staff, 'chat.replied', sessionId, row.id)
    if (session.assignee_id === null && staff.apiToken === undefined) await assignTo(app, tx, staff, session, staff.id)
    if (!isConnected) await mailReply(tx, app, session, row.sequence)
    await app.events.emit(tx, { name: 'chat.message-sent', sessionId, customerId, sequence: row.sequence, by: 'admin' })
    return { row: { ...row, sender_name: SUPPORT_NAME }, isRepeat: false, hashes: [] }
  })
  const [view] = await messageViews(app, [row], messageView)
  if (!view) throw notFound()
  const hasSameFiles = hashes.join() === files.map(({ sha256 }) => sha256).join()
  if (isRepeat && (view.message !== text || row.session_id !== sessionId || !hasSameFiles))
    throw new AppError('unprocessable', chatMessages.otherMessage)
  return { sessionId, message: view, isRepeat }
}

/** Enqueues an e-mail about a reply, in its transaction; no second one until the customer has seen the replies. */
async function mailReply(tx: Tx, app: AppContext, session: ChatSessionTable, sequence: number) {
  if (session.reply_mailed_sequence > session.customer_seen_sequence) return
  const { name, email } = await getUser(tx, session.customer_id)
  if (email === null) return
  await enqueueMail(tx, app, { id: session.customer_id, email }, { kind: 'chat-reply', name })
  await table('chat_sessions').update(tx, { id: session.id }, { reply_mailed_sequence: sequence })
}
