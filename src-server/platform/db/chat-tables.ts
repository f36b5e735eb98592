import type { ChatSenderType } from '#shared/chat-schema.ts'
import { tableOf } from './table-rule.ts'

export type ChatSessionTable = {
  id: string
  customer_id: string
  /** The id that the customer's client made, by which only this customer finds the conversation. */
  client_id: string | null
  subject_encrypted: string
  status: 'open' | 'closed'
  last_sequence: number
  customer_seen_sequence: number
  staff_seen_sequence: number
  /** 1 while staff have not seen the newest customer message; these come first in the support inbox. */
  is_unread: 0 | 1
  assignee_id: string | null
  /** Sequence of the last reply the customer was mailed about, so that one reply causes one mail. */
  reply_mailed_sequence: number
  created_at: string
  last_activity_at: string
}

export type ChatMessageTable = {
  id: string
  session_id: string
  /** Counts from 1 in each conversation, without gaps. */
  sequence: number
  sender_type: ChatSenderType
  sender_id: string
  /** Idempotency key from the sender's page: a resent message is stored once. */
  client_message_id: string | null
  message_encrypted: string
  sent_at: string
}

export const chatTables = {
  chat_sessions: tableOf<ChatSessionTable>({
    clear: 'cleared',
    encrypted: ['subject_encrypted'],
    personal: { by: 'customer_id', erased: 'row' },
  }),
  // The deletion of an account deletes them by cascade.
  chat_messages: tableOf<ChatMessageTable>({ clear: 'cleared', encrypted: ['message_encrypted'] }),
  /** A reply that support staff reuse. Not encrypted: it contains no customer data. */
  canned_responses: tableOf<{ id: string; shortcut: string; text: string; updated_at: string }>({ clear: 'kept' }),
}
