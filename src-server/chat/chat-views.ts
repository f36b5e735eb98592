import { SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatMessage, ChatSession } from '#shared/chat-schema.ts'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import { fileView } from '../files/file-view.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import { decrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import type { ChatMessageRow } from './chat-queries.ts'

/** A message as both sides see it, without the name of the staff member. */
export function messageView(keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]): ChatMessage {
  return {
    id: row.id,
    sequence: row.sequence,
    senderType: row.sender_type,
    senderName: row.sender_type === 'admin' ? SUPPORT_NAME : row.sender_name,
    message: openMessage(keyring, row.id, row.message_encrypted),
    timestamp: row.sent_at,
    clientMessageId: row.client_message_id,
    attachments: files.map(fileView),
  }
}

export function inboxMessageView(keyring: Keyring, row: ChatMessageRow, files: readonly FileTable[]): InboxMessage {
  const staff = row.sender_type === 'admin' ? { id: row.sender_id, name: row.sender_name || 'Staff' } : null
  return { ...messageView(keyring, row, files), staff }
}

export function subjectOf(keyring: Keyring, { id, subject_encrypted }: ChatSessionTable): string {
  return decrypt(keyring, subject_encrypted, { table: 'chat_sessions', column: 'subject_encrypted', row: id })
}

export function sessionView(keyring: Keyring, row: ChatSessionTable): ChatSession {
  return {
    sessionId: row.id,
    subject: subjectOf(keyring, row),
    seenSequence: row.customer_seen_sequence,
    isClosed: row.status === 'closed',
  }
}

export function openMessage(keyring: Keyring, id: string, encrypted: string): string {
  return decrypt(keyring, encrypted, { table: 'chat_messages', column: 'message_encrypted', row: id })
}
