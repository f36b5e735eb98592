/** Rules and words of the support chat. The server decides; the page uses the same functions. */

export const CHAT_MESSAGE_MAX_LENGTH = 4000
export const CHAT_SUBJECT_MAX_LENGTH = 200

/** Under which name staff answer; who it was is in the audit log. */
export const SUPPORT_NAME = 'Admin Support'

export type ChatSenderType = 'user' | 'admin'

export type ChatMessage = {
  id: string
  /** Counts the messages of a conversation from 1, without a gap. */
  sequence: number
  senderType: ChatSenderType
  senderName: string
  message: string
  timestamp: string
  /** What the sender's page called it before it arrived. */
  clientMessageId: string | null
}

/** A conversation as its customer sees it. */
export type ChatSession = {
  sessionId: string
  subject: string
  /** The newest message the customer has seen. */
  seenSequence: number
}

export const chatWords = {
  emptyMessage: 'Please enter a message',
  emptySubject: 'Please enter a subject for your inquiry',
  noSession: 'Session not initialized. Please refresh the page.',
  failed: (reason: string) => `Failed to send message: ${reason}`,
  messageTooLong: `Use at most ${CHAT_MESSAGE_MAX_LENGTH} characters.`,
  subjectTooLong: `Use at most ${CHAT_SUBJECT_MAX_LENGTH} characters.`,
  otherMessage: 'This clientMessageId was used for another message.',
} as const

export type ChatProblem = { field: 'subject' | 'message'; message: string }

/** What keeps this from being sent; a conversation that exists needs no `subject`. */
export function chatProblem({ subject, message }: { subject?: string; message: string }): ChatProblem | undefined {
  const [topic, text] = [subject?.trim(), message.trim()]
  if (topic === '') return { field: 'subject', message: chatWords.emptySubject }
  if (topic && topic.length > CHAT_SUBJECT_MAX_LENGTH) return { field: 'subject', message: chatWords.subjectTooLong }
  if (text === '') return { field: 'message', message: chatWords.emptyMessage }
  if (text.length > CHAT_MESSAGE_MAX_LENGTH) return { field: 'message', message: chatWords.messageTooLong }
  return undefined
}
