import { cleanText } from './clean-text.ts'
import { textFault } from './text-messages.ts'

export const CHAT_MESSAGE_MAX_LENGTH = 4000
export const CHAT_SUBJECT_MAX_LENGTH = 200
export const MAX_FILES_PER_MESSAGE = 10
/** The id of a conversation that a client makes, as the specification has it. */
export const clientSessionId = /^session_\d{13}[\w.-]+$/
/** The maximum of one call, and what the client requests at once. */
export const CHAT_MESSAGES_MAX_PER_PAGE = 500
export const CHAT_MESSAGES_PER_PAGE = 50

export const SUPPORT_NAME = 'Admin Support'

/** A typing client sends at most one event per interval; the indicator lasts longer and then expires. */
export const TYPING_SIGNAL_EVERY_MS = 3_000
export const TYPING_SHOWN_MS = 5_000

export const chatLabels = { subject: 'The subject', message: 'The message' } as const

export const chatMessages = {
  emptyMessage: 'Please enter a message',
  emptySubject: 'Please enter a subject for your inquiry',
  unknownSession: 'You have no conversation with this sessionId. To start one, send a subject too.',
  newSessionId:
    "A new sessionId is 'session_', a time in milliseconds and random letters or digits: session_1764000000000_6f1c.",
  noSession: 'Session not initialized. Please refresh the page.',
  failed: (reason: string) => `Failed to send message: ${reason}`,
  otherMessage: 'This clientMessageId belongs to another message.',
  filesOnly: 'File attachment',
  tooManyFiles: `Attach at most ${MAX_FILES_PER_MESSAGE} files to a message.`,
  fileGone: 'One of the files is no longer available. Please attach it again.',
  typing: (name: string) => `${name} is typing...`,
  tooManyReads: (max: number) => `Read at most ${max} conversations in one batch.`,
  closed: 'Support has closed this conversation.',
} as const

export type ChatProblem = { field: 'subject' | 'message'; message: string }

/** Why it cannot be sent. Existing conversations need no `subject`, messages with files no text. */
export function chatProblem(given: { subject?: string; message: string; fileCount?: number }): ChatProblem | undefined {
  const topic = given.subject === undefined ? undefined : cleanText.line(given.subject)
  const text = cleanText.lines(given.message)
  if (topic === '') return { field: 'subject', message: chatMessages.emptySubject }
  const wrongTopic = textFault('line', topic ?? '', CHAT_SUBJECT_MAX_LENGTH, chatLabels.subject)
  if (wrongTopic !== undefined) return { field: 'subject', message: wrongTopic }
  if (text === '' && !given.fileCount) return { field: 'message', message: chatMessages.emptyMessage }
  const wrongText = textFault('lines', text, CHAT_MESSAGE_MAX_LENGTH, chatLabels.message)
  return wrongText === undefined ? undefined : { field: 'message', message: wrongText }
}
