import type { ChatMessage, ChatSession } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import type { ChatSessionTable } from '../db/chat-tables.ts'
import type { Db } from '../db/database.ts'
import type { FileTable } from '../db/submission-tables.ts'
import { notFound } from '../errors.ts'
import { listFilesOfMessages } from '../files/file-queries.ts'
import { type ChatMessageRow, findChatSession, findCurrentSession, listMessagesAfter } from './chat-queries.ts'
import { messageView, sessionView } from './chat-views.ts'

/**
 * The conversation a customer goes on with: their newest that is open. One that support has ended is shown once more
 * when it holds an answer they have not seen.
 */
export async function mySession(ctx: AppContext, customerId: string): Promise<ChatSession | null> {
  const row = await findCurrentSession(ctx.db, customerId)
  return row ? sessionView(ctx.keyring, row) : null
}

/** Who may read: the customer it belongs to, or support, who may read any. */
export type Reader = { customerId: string | undefined; isSupport: boolean }

/** All messages of a conversation, oldest first. @throws AppError 'not_found', also when it is somebody else's. */
export async function listMessages(ctx: AppContext, reader: Reader, sessionId: string): Promise<ChatMessage[]> {
  await assertReadable(ctx, reader, sessionId)
  return messageViews(ctx, ctx.db, await listMessagesAfter(ctx.db, sessionId, 0))
}

/** Messages of one conversation with their attachments; `rows` stand in the order of their sequence. */
export async function messageViews(
  { keyring }: Pick<AppContext, 'keyring'>,
  db: Db,
  rows: readonly ChatMessageRow[],
): Promise<ChatMessage[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const filesOf = new Map<string, FileTable[]>()
  for (const file of await listFilesOfMessages(db, first.session_id, first.sequence, last.sequence))
    filesOf.set(file.message_id, [...(filesOf.get(file.message_id) ?? []), file])
  return rows.map((row) => messageView(keyring, row, filesOf.get(row.id) ?? []))
}

/** @throws AppError 'not_found' when there is no such conversation, or it is not this reader's. */
export async function assertReadable(ctx: AppContext, reader: Reader, sessionId: string): Promise<ChatSessionTable> {
  const session = await findChatSession(ctx.db, sessionId)
  const isTheirs = session !== undefined && (reader.isSupport || session.customer_id === reader.customerId)
  if (!isTheirs) throw notFound()
  return session
}
