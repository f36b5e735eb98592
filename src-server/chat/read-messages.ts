import type { ChatMessage, ChatSession } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { findChatSession, findNewestOpenSession, listMessagesAfter } from './chat-queries.ts'
import { messageView, sessionView } from './chat-views.ts'

/** The conversation a customer goes on with: their newest open one. */
export async function mySession(ctx: AppContext, customerId: string): Promise<ChatSession | null> {
  const row = await findNewestOpenSession(ctx.db, customerId)
  return row ? sessionView(ctx.keyring, row) : null
}

/** Who may read: the customer it belongs to, or staff, who may read any. */
export type Reader = { customerId: string | undefined; isStaff: boolean }

/** All messages of a conversation, oldest first. @throws AppError 'not_found', also when it is somebody else's. */
export async function listMessages(ctx: AppContext, reader: Reader, sessionId: string): Promise<ChatMessage[]> {
  await assertReadable(ctx, reader, sessionId)
  return (await listMessagesAfter(ctx.db, sessionId, 0)).map((row) => messageView(ctx.keyring, row))
}

/** @throws AppError 'not_found' when there is no such conversation, or it is not this reader's. */
export async function assertReadable(ctx: AppContext, reader: Reader, sessionId: string): Promise<void> {
  const session = await findChatSession(ctx.db, sessionId)
  const isTheirs = session !== undefined && (reader.isStaff || session.customer_id === reader.customerId)
  if (!isTheirs) throw notFound()
}
