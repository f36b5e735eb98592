import { z } from 'zod'
import {
  CHAT_MESSAGE_MAX_LENGTH,
  CHAT_MESSAGES_MAX_PER_PAGE,
  CHAT_SUBJECT_MAX_LENGTH,
  type ChatAttachment,
  type ChatMessage,
  type ChatSession,
  type ChatState,
  chatMessages,
  MAX_FILES_PER_MESSAGE,
} from './chat.ts'
import { id, line, text } from './text-schema.ts'
import { acceptedMimeTypes } from './upload.ts'

const words = text(CHAT_MESSAGE_MAX_LENGTH, { label: 'The message', missing: chatMessages.emptyMessage })
const message = words.refine((value) => value !== '', { error: chatMessages.emptyMessage })

/** Sending again with the same one and the same words answers with the message that arrived before. */
const clientMessageId = z.string().min(8).max(100).optional()

/** Without `sessionId` it opens a conversation about `subject`. Who sends is the session's to say, never the body's. */
export const chatSendInput = z
  .object({
    sessionId: id.optional(),
    subject: line(CHAT_SUBJECT_MAX_LENGTH, { label: 'The subject', missing: chatMessages.emptySubject }).optional(),
    message: words.optional(),
    /** Uploads of theirs that go with it. */
    fileIds: z.array(id).max(MAX_FILES_PER_MESSAGE, chatMessages.tooManyFiles).default([]),
    clientMessageId,
  })
  .transform((given) => ({
    ...given,
    message: given.message || (given.fileIds.length > 0 ? chatMessages.filesOnly : ''),
  }))
  .refine((given) => given.message !== '', { error: chatMessages.emptyMessage, path: ['message'] })
export type ChatSendInput = z.infer<typeof chatSendInput>

/** The documented `adminName` is not read: staff always answer under one name. */
export const chatReplyInput = z.object({ sessionId: id, message, clientMessageId })
export type ChatReplyInput = z.infer<typeof chatReplyInput>

export const chatSessionInput = z.object({ sessionId: id })

const limitMessages = `limit is a whole number from 1 to ${CHAT_MESSAGES_MAX_PER_PAGE}.`
const beforeMessages = 'before is a sequence: a whole number from 1.'

/** Without `before` it asks for the newest messages, with it for the newest before that sequence. */
export const chatMessagesInput = z.object({
  sessionId: id,
  before: z.number(beforeMessages).int(beforeMessages).min(1, beforeMessages).optional(),
  limit: z
    .number(limitMessages)
    .int(limitMessages)
    .min(1, limitMessages)
    .max(CHAT_MESSAGES_MAX_PER_PAGE, limitMessages)
    .default(CHAT_MESSAGES_MAX_PER_PAGE),
})
export type ChatMessagesInput = z.infer<typeof chatMessagesInput>

const sequence = z.coerce.number({ error: 'A sequence is a whole number.' }).int('A sequence is a whole number.').min(0)

export const chatWatchInput = z.object({
  sessionId: id,
  /** The sequence of the newest message the page has; all after it are sent. */
  lastEventId: sequence.default(0),
})

export const chatSeenInput = z.object({ sessionId: id, sequence })
export type ChatSeenInput = z.infer<typeof chatSeenInput>

const chatAttachment = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  mimeType: z.enum(acceptedMimeTypes),
}) satisfies z.ZodType<ChatAttachment>

export const chatMessage = z.object({
  id: z.string(),
  sequence: z.number(),
  senderType: z.enum(['user', 'admin']),
  senderName: z.string(),
  message: z.string(),
  timestamp: z.string(),
  clientMessageId: z.string().nullable(),
  attachments: z.array(chatAttachment),
}) satisfies z.ZodType<ChatMessage>

export const chatSendOutput = z.object({ sessionId: z.string(), message: chatMessage })

export const chatSession = z.object({
  sessionId: z.string(),
  subject: z.string(),
  seenSequence: z.number(),
  isClosed: z.boolean(),
}) satisfies z.ZodType<ChatSession>

export const chatState = z.object({
  seenSequence: z.number(),
  isClosed: z.boolean(),
  isTyping: z.boolean(),
}) satisfies z.ZodType<ChatState>
