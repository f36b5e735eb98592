import { SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatMessage, ChatMessagesInput, ChatSession } from '#shared/chat-schema.ts'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import type { AppContext } from '../context.ts'
import { listFilesOfMessages } from '../files/file-queries.ts'
import { fileView } from '../files/file-view.ts'
import { nextTurn } from '../platform/clock.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { notFound } from '../platform/errors.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import {
  type ChatMessageRow,
  findChatSession,
  findCurrentSession,
  findSessionOf,
  listMessagesBefore,
} from './chat-queries.ts'

/** Messages that one reader may decrypt per turn of the event loop, because decryption blocks other requests. */
export const READ_AT_ONCE = 25
/** A page ends early here: 125 messages of the maximum length, one to two megabytes as a response. */
const PAGE_CHARACTERS = 500_000

/** The customer's newest conversation that is open, or has a reply that they have not seen. */
export async function mySession(app: AppContext, customerId: string): Promise<ChatSession | null> {
  const row = await findCurrentSession(app.db, customerId)
  return row ? sessionView(app.keyring, row) : null
}

export const support = { customerId: undefined, isSupport: true } as const satisfies Reader

/** Who may read: the conversation's customer, or support staff, who may read any. */
export type Reader = { customerId: string | undefined; isSupport: boolean }

/** One page, oldest first: the newest messages, or the newest before a sequence. */
export async function listMessages(app: AppContext, reader: Reader, input: ChatMessagesInput): Promise<ChatMessage[]> {
  const { id: sessionId } = await assertReadable(app, reader, input.sessionId)
  return readPage(app, { ...input, sessionId }, messageView)
}

/** The same page without authorization. A page of long messages ends early; the next one continues before it. */
export async function readPage<View extends ChatMessage>(
  app: AppContext,
  { sessionId, before, limit }: ChatMessagesInput,
  view: MessageView<View>,
) {
  const page: View[] = []
  let characters = 0
  for (let next = before; ; ) {
    const rows = await listMessagesBefore(app.db, sessionId, next, Math.min(READ_AT_ONCE, limit - page.length))
    const piece = await messageViews(app, rows, view)
    page.unshift(...piece)
    for (const { message } of piece) characters += message.length
    next = rows[0]?.sequence
    if (next === undefined || next === 1 || page.length >= limit || characters >= PAGE_CHARACTERS) return page
    await nextTurn()
  }
}

export type MessageView<View> = (keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]) => View

/** Returns messages of one conversation with their attachments; `rows` must be sorted by sequence. */
export async function messageViews<View>(
  { db, keyring }: Pick<AppContext, 'db' | 'keyring'>,
  rows: readonly ChatMessageRow[],
  view: MessageView<View>,
) {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const filesOf = new Map<string, FileTable[]>()
  for (const file of await listFilesOfMessages(db, first.session_id, first.sequence, last.sequence))
    filesOf.set(file.message_id, [...(filesOf.get(file.message_id) ?? []), file])
  return rows.map((row) => view(keyring, row, filesOf.get(row.id) ?? []))
}

/** Its customer may also name it by the id of their client. @throws AppError 'not_found' */
export async function assertReadable(app: AppContext, reader: Reader, sessionId: string): Promise<ChatSessionTable> {
  const { isSupport, customerId } = reader
  const session =
    (isSupport && (await findChatSession(app.db, sessionId))) ||
    (customerId !== undefined && (await findSessionOf(app.db, customerId, sessionId)))
  if (!session) throw notFound()
  return session
}

/** Without the name of the staff member. */
export function messageView(keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]): ChatMessage {
  return {
    ...fieldsOf(row, 'id', 'sequence', 'sender_type', 'sent_at as timestamp', 'client_message_id'),
    senderName: row.sender_type === 'admin' ? SUPPORT_NAME : row.sender_name,
    message: textIn(keyring, 'chat_messages', row, 'message_encrypted'),
    attachments: files.map(fileView),
  }
}

export function inboxMessageView(keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]): InboxMessage {
  const staff = row.sender_type === 'admin' ? { id: row.sender_id, name: row.sender_name || 'Staff' } : null
  return { ...messageView(keyring, row, files), staff }
}

function sessionView(keyring: Keyring, row: ChatSessionTable): ChatSession {
  return {
    ...fieldsOf(row, 'id as sessionId', 'customer_seen_sequence as seenSequence'),
    subject: textIn(keyring, 'chat_sessions', row, 'subject_encrypted'),
    isClosed: row.status === 'closed',
  }
}
