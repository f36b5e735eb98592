import { textMessages } from './text-messages.ts'

/** Rules and words of the support chat. The server decides; the page uses the same functions. */

export const CHAT_MESSAGE_MAX_LENGTH = 4000
export const CHAT_SUBJECT_MAX_LENGTH = 200
export const MAX_FILES_PER_MESSAGE = 10
/** What one call answers at most, and what a page reads at once. */
export const CHAT_MESSAGES_MAX_PER_PAGE = 500
export const CHAT_MESSAGES_PER_PAGE = 50

/** Under which name staff answer; who it was is in the audit log. */
export const SUPPORT_NAME = 'Admin Support'

/** Who writes says so this often at most, and is shown as writing a little longer: then it ends by itself. */
export const TYPING_TOLD_EVERY_MS = 3_000
export const TYPING_SHOWN_MS = 5_000

export const chatMessages = {
  emptyMessage: 'Please enter a message',
  emptySubject: 'Please enter a subject for your inquiry',
  noSession: 'Session not initialized. Please refresh the page.',
  failed: (reason: string) => `Failed to send message: ${reason}`,
  messageTooLong: textMessages.tooLong(CHAT_MESSAGE_MAX_LENGTH, 'The message'),
  subjectTooLong: textMessages.tooLong(CHAT_SUBJECT_MAX_LENGTH, 'The subject'),
  otherMessage: 'This clientMessageId was used for another message.',
  /** What a message says that carries files and no words. */
  filesOnly: 'File attachment',
  tooManyFiles: `A message can carry at most ${MAX_FILES_PER_MESSAGE} files.`,
  fileGone: 'One of the files is not there any more. Please attach it again.',
  typing: (name: string) => `${name} is typing...`,
  earlier: 'Show earlier messages',
  tooManyReads: (most: number) => `At most ${most} conversations can be read in one batch.`,
  closed: 'Support has closed this conversation.',
} as const

export type ChatProblem = { field: 'subject' | 'message'; message: string }

/** What keeps this from being sent; a conversation that exists needs no `subject`, a message with files no words. */
export function chatProblem(given: { subject?: string; message: string; fileCount?: number }): ChatProblem | undefined {
  const [topic, text] = [given.subject?.trim(), given.message.trim()]
  if (topic === '') return { field: 'subject', message: chatMessages.emptySubject }
  if (topic && topic.length > CHAT_SUBJECT_MAX_LENGTH) return { field: 'subject', message: chatMessages.subjectTooLong }
  if (text === '' && !given.fileCount) return { field: 'message', message: chatMessages.emptyMessage }
  if (text.length > CHAT_MESSAGE_MAX_LENGTH) return { field: 'message', message: chatMessages.messageTooLong }
  return undefined
}
