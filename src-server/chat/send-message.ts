import { chatMessages, clientSessionId } from '#shared/chat.ts'
import type { ChatMessage, ChatSendInput } from '#shared/chat-schema.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { timestamp } from '../platform/clock.ts'
import type { ChatMessageTable, ChatSessionTable } from '../platform/db/chat-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findChatSession, findMessageOfSender, findSessionOf, takeSequence } from './chat-queries.ts'
import { messageView, messageViews } from './read-messages.ts'

type Sent = { sessionId: string; clientSessionId: string | null; message: ChatMessage }

/** Reopens a closed conversation. A repeat with the same `clientMessageId` returns the stored message. */
export async function sendMessage(
  ctx: CallContext,
  customer: { id: string; name: string },
  input: ChatSendInput,
): Promise<Sent> {
  const { app } = ctx
  const { sessionId, clientMessageId } = input
  const isNew = sessionId === undefined || Boolean(input.subject)
  const opened = isNew ? newSession(app, customer.id, input.subject, sessionId ?? null) : undefined
  const message = newMessage(app, { sender_type: 'user', sender_id: customer.id }, input.message, clientMessageId)
  const { row, session, isRepeat } = await inTransaction(ctx, async (tx) => {
    const earlier = clientMessageId && (await findMessageOfSender(tx, customer.id, clientMessageId))
    if (earlier) return { row: earlier, session: await findChatSession(tx, earlier.session_id), isRepeat: true }
    const session = await sessionFor(tx, customer.id, sessionId, opened)
    const files = await choosableFiles(tx, customer.id, { fileIds: input.fileIds, received: [] }, chatMessages.fileGone)
    const row = await appendMessage(tx, app, session.id, message)
    await attachFiles(tx, customer.id, { messageId: row.id }, files, [])
    const event = { sessionId: row.session_id, customerId: customer.id }
    await app.events.emit(tx, { name: 'chat.message-sent', ...event, sequence: row.sequence, by: 'user' })
    if (session.status === 'closed') await app.events.emit(tx, { name: 'chat.session-changed', ...event })
    return { row: { ...row, sender_name: customer.name }, session, isRepeat: false }
  })
  const [view] = await messageViews(app, [row], messageView)
  if (!view || !session) throw notFound()
  const sent = { sessionId: session.id, clientSessionId: session.client_id, message: view }
  return isRepeat ? assertSame(sent, input) : sent
}

/** To be stored with its first message. `clientId`: the second name, which the client made. */
function newSession(
  app: AppContext,
  customerId: string,
  subject: string | undefined,
  clientId: string | null,
): ChatSessionTable {
  if (!subject) throw invalid('subject', chatMessages.emptySubject)
  const now = timestamp(app.clock)
  const id = `session_${app.clock.now().getTime()}_${newId()}`
  return {
    id,
    customer_id: customerId,
    client_id: clientId,
    subject_encrypted: encryptText(app.keyring, 'chat_sessions', id, 'subject_encrypted', subject),
    status: 'open',
    last_sequence: 0,
    customer_seen_sequence: 0,
    staff_seen_sequence: 0,
    is_unread: 0,
    assignee_id: null,
    reply_mailed_sequence: 0,
    created_at: now,
    last_activity_at: now,
  }
}

async function sessionFor(tx: Tx, customerId: string, sessionId?: string, opened?: ChatSessionTable) {
  const found = sessionId === undefined ? undefined : await findSessionOf(tx, customerId, sessionId)
  if (found) return found
  if (!opened) throw new AppError('not_found', chatMessages.unknownSession)
  if (sessionId !== undefined && !clientSessionId.test(sessionId)) throw invalid('sessionId', chatMessages.newSessionId)
  await table('chat_sessions').insert(tx, opened)
  return opened
}

/** Rejects a `clientMessageId` that is reused for another text or other files, which would be lost. */
function assertSame(sent: Sent, { sessionId, message, fileIds }: ChatSendInput) {
  const { attachments } = sent.message
  // Duplicate file ids are stored once.
  const hasSameFiles =
    attachments.every(({ id }) => fileIds.includes(id)) && attachments.length > 0 === fileIds.length > 0
  const isElsewhere = sessionId !== undefined && ![sent.sessionId, sent.clientSessionId].includes(sessionId)
  if (sent.message.message !== message || isElsewhere || !hasSameFiles)
    throw new AppError('unprocessable', chatMessages.otherMessage)
  return sent
}

type NewMessage = Pick<ChatMessageTable, 'id' | 'sender_type' | 'sender_id' | 'client_message_id' | 'message_encrypted'>

/** Before the transaction, so that no other writer waits for the encryption. */
export function newMessage(
  app: AppContext,
  sender: Pick<NewMessage, 'sender_type' | 'sender_id'>,
  text: string,
  clientMessageId: string | null = null,
): NewMessage {
  const id = newId()
  return {
    id,
    ...sender,
    client_message_id: clientMessageId,
    message_encrypted: encryptText(app.keyring, 'chat_messages', id, 'message_encrypted', text),
  }
}

export async function appendMessage(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  sessionId: string,
  message: NewMessage,
): Promise<ChatMessageTable> {
  const now = timestamp(clock)
  const sequence = await takeSequence(tx, sessionId, now, message.sender_type)
  const row = { ...message, session_id: sessionId, sequence, sent_at: now }
  await table('chat_messages').insert(tx, row)
  return row
}
