import { type ChatMessage, type ChatSession, SUPPORT_NAME } from '#shared/chat.ts'
import type { ChatSessionTable } from '../db/schema.ts'
import type { Keyring } from '../vault/keys.ts'
import { seal, unseal } from '../vault/seal.ts'
import type { ChatMessageRow } from './chat-queries.ts'

/** A message as both sides read it. Which member of staff answered stays inside. */
export function messageView(keyring: Keyring, row: ChatMessageRow): ChatMessage {
  return {
    id: row.id,
    sequence: row.sequence,
    senderType: row.sender_type,
    senderName: row.sender_type === 'admin' ? SUPPORT_NAME : row.sender_name,
    message: unseal(keyring, row.message_sealed, placeOfMessage(row.id)),
    timestamp: row.sent_at,
    clientMessageId: row.client_message_id,
  }
}

export function sessionView(keyring: Keyring, row: ChatSessionTable): ChatSession {
  return {
    sessionId: row.id,
    subject: unseal(keyring, row.subject_sealed, placeOfSubject(row.id)),
    seenSequence: row.customer_seen_sequence,
  }
}

export function sealMessage(keyring: Keyring, id: string, text: string): string {
  return seal(keyring, text, placeOfMessage(id))
}

export function sealSubject(keyring: Keyring, sessionId: string, text: string): string {
  return seal(keyring, text, placeOfSubject(sessionId))
}

function placeOfMessage(row: string) {
  return { table: 'chat_messages', column: 'message_sealed', row }
}

function placeOfSubject(row: string) {
  return { table: 'chat_sessions', column: 'subject_sealed', row }
}
