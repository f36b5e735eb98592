import { textMessages } from './text-messages.ts'

/** Rules and messages of the support chat. The server decides; the client uses the same functions. */

export const CHAT_MESSAGE_MAX_LENGTH = 4000
export const CHAT_SUBJECT_MAX_LENGTH = 200
export const MAX_FILES_PER_MESSAGE = 10
/** The maximum of one call, and what the client requests at once. */
export const CHAT_MESSAGES_MAX_PER_PAGE = 500
export const CHAT_MESSAGES_PER_PAGE = 50

/** The name under which all staff reply; the audit log has the author. */
export const SUPPORT_NAME = 'Admin Support'

/** A typing client sends at most one event per interval; the indicator lasts longer and then expires. */
export const TYPING_SIGNAL_EVERY_MS = 3_000
export const TYPING_SHOWN_MS = 5_000

export const chatMessages = {
  emptyMessage: 'Please enter a message',
  emptySubject: 'Please enter a subject for your inquiry',
  noSession: 'Session not initialized. Please refresh the page.',
  failed: (reason: string) => `Failed to send message: ${reason}`,
  messageTooLong: textMessages.tooLong(CHAT_MESSAGE_MAX_LENGTH, 'The message'),
  subjectTooLong: textMessages.tooLong(CHAT_SUBJECT_MAX_LENGTH, 'The subject'),
  otherMessage: 'This clientMessageId belongs to another message.',
  /** The text of a message that has files only. */
  filesOnly: 'File attachment',
  tooManyFiles: `Attach at most ${MAX_FILES_PER_MESSAGE} files to a message.`,
  fileGone: 'One of the files is no longer available. Please attach it again.',
  typing: (name: string) => `${name} is typing...`,
  earlier: 'Show earlier messages',
  tooManyReads: (max: number) => `Read at most ${max} conversations in one batch.`,
  closed: 'Support has closed this conversation.',
} as const

export type ChatProblem = { field: 'subject' | 'message'; message: string }

/** Why it cannot be sent. Existing conversations need no `subject`, messages with files no text. */
export function chatProblem(given: { subject?: string; message: string; fileCount?: number }): ChatProblem | undefined {
  const [topic, text] = [given.subject?.trim(), given.message.trim()]
  if (topic === '') return { field: 'subject', message: chatMessages.emptySubject }
  if (topic && topic.length > CHAT_SUBJECT_MAX_LENGTH) return { field: 'subject', message: chatMessages.subjectTooLong }
  if (text === '' && !given.fileCount) return { field: 'message', message: chatMessages.emptyMessage }
  if (text.length > CHAT_MESSAGE_MAX_LENGTH) return { field: 'message', message: chatMessages.messageTooLong }
  return undefined
}
