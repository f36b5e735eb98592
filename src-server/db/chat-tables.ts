import type { ChatSenderType } from '#shared/chat-schema.ts'

export type ChatSessionTable = {
  id: string
  customer_id: string
  subject_sealed: string
  status: 'open' | 'closed'
  /** The sequence of the newest message. */
  last_sequence: number
  customer_seen_sequence: number
  /** The newest message that anybody of staff has seen. */
  staff_seen_sequence: number
  /** 1 while the customer has said something that no staff have seen: the list of the desk begins with these. */
  is_unread: 0 | 1
  /** Which member of staff has taken it on. */
  assignee_id: string | null
  /** The reply the customer was last mailed about; beyond what they have seen, they know already. */
  reply_mailed_sequence: number
  created_at: string
  last_activity_at: string
}

export type ChatMessageTable = {
  id: string
  session_id: string
  /** Counts from 1 in each conversation, without a gap. */
  sequence: number
  sender_type: ChatSenderType
  sender_id: string
  /** What the sender's page called it: one message is stored once, however often it is sent. */
  client_message_id: string | null
  message_sealed: string
  sent_at: string
}

/** What support says often. Written by staff about no customer. */
export type CannedResponseTable = {
  id: string
  /** What is typed after the slash. */
  shortcut: string
  text: string
  updated_at: string
}
