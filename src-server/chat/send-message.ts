import { chatMessages } from '#shared/chat.ts'
import type { ChatMessage, ChatSendInput } from '#shared/chat-schema.ts'
import type { CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { appendMessage, newMessage } from './append-message.ts'
import { findChatSession, findMessageOfSender, insertChatSession } from './chat-queries.ts'
import { messageView } from './chat-views.ts'
import { newSession } from './new-session.ts'
import { messageViews } from './read-messages.ts'

type Sent = { sessionId: string; message: ChatMessage }

/**
 * Stores a customer's message and files, in the given conversation or in a new one about `subject`. A closed
 * conversation is reopened. A repeat with the same `clientMessageId` returns the stored message.
 * @throws AppError 'not_found' for a conversation or file of another customer; 'bad_request' for a new conversation
 * without a subject; 'unprocessable' when the `clientMessageId` belongs to another message.
 */
export async function sendMessage(
  ctx: CallContext,
  customer: { id: string; name: string },
  input: ChatSendInput,
): Promise<Sent> {
  const { app } = ctx
  const { sessionId, clientMessageId } = input
  const opened = sessionId === undefined ? newSession(app, customer.id, input.subject) : undefined
  const message = newMessage(app, { sender_type: 'user', sender_id: customer.id }, input.message, clientMessageId)
  const { row, isRepeat } = await inTransaction(ctx, async (tx) => {
    const earlier = clientMessageId && (await findMessageOfSender(tx, customer.id, clientMessageId))
    if (earlier) return { row: earlier, isRepeat: true }
    if (opened) await insertChatSession(tx, opened)
    const wasClosed = !opened && (await ownSession(tx, sessionId, customer.id)).status === 'closed'
    const files = await choosableFiles(tx, customer.id, { fileIds: input.fileIds, received: [] }, chatMessages.fileGone)
    const row = await appendMessage(tx, app, opened?.id ?? sessionId ?? '', message)
    await attachFiles(tx, customer.id, { messageId: row.id }, files, [])
    const event = { sessionId: row.session_id, customerId: customer.id }
    await app.events.emit(tx, { name: 'chat.message-sent', ...event, sequence: row.sequence, by: 'user' })
    if (wasClosed) await app.events.emit(tx, { name: 'chat.session-changed', ...event })
    return { row: { ...row, sender_name: customer.name }, isRepeat: false }
  })
  const [view] = await messageViews(app, [row], messageView)
  if (!view) throw notFound()
  const sent = { sessionId: row.session_id, message: view }
  return isRepeat ? assertSame(sent, input) : sent
}

async function ownSession(tx: Tx, sessionId: string | undefined, customerId: string) {
  const session = sessionId && (await findChatSession(tx, sessionId))
  if (!session || session.customer_id !== customerId) throw notFound()
  return session
}

/** Rejects a `clientMessageId` that is reused for another text or other files, which would be lost. */
function assertSame(sent: Sent, { sessionId, message, fileIds }: ChatSendInput): Sent {
  const { attachments } = sent.message
  // Duplicate file ids are stored once.
  const hasSameFiles =
    attachments.every(({ id }) => fileIds.includes(id)) && attachments.length > 0 === fileIds.length > 0
  const isElsewhere = sessionId !== undefined && sessionId !== sent.sessionId
  if (sent.message.message !== message || isElsewhere || !hasSameFiles)
    throw new AppError('unprocessable', chatMessages.otherMessage)
  return sent
}
