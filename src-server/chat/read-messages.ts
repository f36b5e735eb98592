import { promisify } from 'node:util'
import type { ChatMessage, ChatSession } from '#shared/chat.ts'
import type { ChatMessagesInput } from '#shared/chat-schema.ts'
import type { AppContext } from '../context.ts'
import type { ChatSessionTable } from '../db/chat-tables.ts'
import type { FileTable } from '../db/submission-tables.ts'
import type { Keyring } from '../encryption/keys.ts'
import { notFound } from '../errors.ts'
import { listFilesOfMessages } from '../files/file-queries.ts'
import { type ChatMessageRow, findChatSession, findCurrentSession, listMessagesBefore } from './chat-queries.ts'
import { messageView, sessionView } from './chat-views.ts'

/** Of one reader in one turn of the event loop: opening what is encrypted holds up everybody else. */
export const READ_AT_ONCE = 25
/** Where a page ends early: 125 messages of the greatest length, a megabyte or two as an answer. */
const PAGE_CHARACTERS = 500_000
export const nextTurn = promisify(setImmediate)

/**
 * The conversation a customer goes on with: their newest that is open. One that support has ended is shown once more
 * when it holds an answer they have not seen.
 */
export async function mySession(ctx: AppContext, customerId: string): Promise<ChatSession | null> {
  const row = await findCurrentSession(ctx.db, customerId)
  return row ? sessionView(ctx.keyring, row) : null
}

/** Support, who may read any conversation. */
export const support = { customerId: undefined, isSupport: true } as const satisfies Reader

/** Who may read: the customer it belongs to, or support, who may read any. */
export type Reader = { customerId: string | undefined; isSupport: boolean }

/**
 * One page of a conversation: the newest messages, or the newest before a sequence, oldest first.
 * @throws AppError 'not_found', also when it is somebody else's.
 */
export async function listMessages(ctx: AppContext, reader: Reader, input: ChatMessagesInput): Promise<ChatMessage[]> {
  await assertReadable(ctx, reader, input.sessionId)
  return readPage(ctx, input, messageView)
}

/** The same without asking who reads. It ends early when its messages are long; the rest is on the page before. */
export async function readPage<View extends ChatMessage>(
  ctx: AppContext,
  { sessionId, before, limit }: ChatMessagesInput,
  view: MessageView<View>,
): Promise<View[]> {
  const page: View[] = []
  let characters = 0
  for (let next = before; ; ) {
    const rows = await listMessagesBefore(ctx.db, sessionId, next, Math.min(READ_AT_ONCE, limit - page.length))
    const piece = await messageViews(ctx, rows, view)
    page.unshift(...piece)
    for (const { message } of piece) characters += message.length
    next = rows[0]?.sequence
    if (next === undefined || next === 1 || page.length >= limit || characters >= PAGE_CHARACTERS) return page
    await nextTurn()
  }
}

/** How one message is shown to who reads it. */
export type MessageView<View> = (keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]) => View

/** Messages of one conversation with their attachments; `rows` stand in the order of their sequence. */
export async function messageViews<View>(
  { db, keyring }: Pick<AppContext, 'db' | 'keyring'>,
  rows: readonly ChatMessageRow[],
  view: MessageView<View>,
): Promise<View[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const filesOf = new Map<string, FileTable[]>()
  for (const file of await listFilesOfMessages(db, first.session_id, first.sequence, last.sequence))
    filesOf.set(file.message_id, [...(filesOf.get(file.message_id) ?? []), file])
  return rows.map((row) => view(keyring, row, filesOf.get(row.id) ?? []))
}

/** @throws AppError 'not_found' when there is no such conversation, or it is not this reader's. */
export async function assertReadable(ctx: AppContext, reader: Reader, sessionId: string): Promise<ChatSessionTable> {
  const session = await findChatSession(ctx.db, sessionId)
  const isTheirs = session !== undefined && (reader.isSupport || session.customer_id === reader.customerId)
  if (!isTheirs) throw notFound()
  return session
}
