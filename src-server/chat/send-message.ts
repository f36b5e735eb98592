import { type ChatMessage, chatWords } from '#shared/chat.ts'
import type { ChatSendInput } from '#shared/chat-schema.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { appendMessage, newMessage } from './append-message.ts'
import { type ChatMessageRow, findChatSession, findMessageOfSender, insertChatSession } from './chat-queries.ts'
import { messageView } from './chat-views.ts'
import { newSession } from './new-session.ts'

type Sent = { sessionId: string; message: ChatMessage }

/**
 * Stores a message of a customer, in the conversation it names or in a new one about `subject`. A repeat with the same
 * `clientMessageId` is answered with what was stored before.
 * @throws AppError 'not_found' for a conversation that is not theirs; 'bad_request' for a new one without a subject;
 * 'unprocessable' when the `clientMessageId` belongs to another message.
 */
export async function sendMessage(
  ctx: AppContext,
  customer: { id: string; name: string },
  input: ChatSendInput,
): Promise<Sent> {
  const { sessionId, clientMessageId } = input
  const opened = sessionId === undefined ? newSession(ctx, customer.id, input.subject) : undefined
  const message = newMessage(ctx, { sender_type: 'user', sender_id: customer.id }, input.message, clientMessageId)
  const { row, isRepeat } = await inTransaction(ctx.db, async (tx) => {
    const earlier = clientMessageId && (await findMessageOfSender(tx, customer.id, clientMessageId))
    if (earlier) return { row: earlier, isRepeat: true }
    if (opened) await insertChatSession(tx, opened)
    else await assertOwn(tx, sessionId, customer.id)
    const row = await appendMessage(tx, ctx, opened?.id ?? sessionId ?? '', message)
    return { row: { ...row, sender_name: customer.name }, isRepeat: false }
  })
  const sent = sentView(ctx, row)
  if (isRepeat) return assertSame(sent, input)
  const { session_id, sequence } = row
  ctx.events.publish({ name: 'chat.message-sent', sessionId: session_id, customerId: customer.id, sequence })
  return sent
}

function sentView({ keyring }: AppContext, row: ChatMessageRow): Sent {
  return { sessionId: row.session_id, message: messageView(keyring, row) }
}

async function assertOwn(tx: Tx, sessionId: string | undefined, customerId: string): Promise<void> {
  const session = sessionId && (await findChatSession(tx, sessionId))
  if (!session || session.customer_id !== customerId) throw notFound()
}

/** A key that is used twice for different words would lose the second. */
function assertSame(sent: Sent, { sessionId, message }: ChatSendInput): Sent {
  if (sent.message.message !== message || (sessionId !== undefined && sessionId !== sent.sessionId))
    throw new AppError('unprocessable', chatWords.otherMessage)
  return sent
}
