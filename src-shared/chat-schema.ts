import { z } from 'zod'
import {
  CHAT_MESSAGE_MAX_LENGTH,
  CHAT_MESSAGES_MAX_PER_PAGE,
  CHAT_SUBJECT_MAX_LENGTH,
  chatLabels,
  chatMessages,
  MAX_FILES_PER_MESSAGE,
} from './chat.ts'
import { idempotencyKey, storedFile, wholeNumber } from './parts-schema.ts'
import { id, line, text } from './text-schema.ts'

const messageText = text(CHAT_MESSAGE_MAX_LENGTH, { label: chatLabels.message, missing: chatMessages.emptyMessage })
const message = messageText.refine((value) => value !== '', { error: chatMessages.emptyMessage })

/** Idempotency key: a repeat with the same key and text returns the first message. */
const clientMessageId = idempotencyKey('clientMessageId')

/** Starts a conversation about `subject` without a `sessionId`, and with one that the client made. */
export const chatSendInput = z
  .object({
    sessionId: id.optional(),
    subject: line(CHAT_SUBJECT_MAX_LENGTH, {
      label: chatLabels.subject,
      missing: chatMessages.emptySubject,
    }).optional(),
    message: messageText.optional(),
    fileIds: z.array(id).max(MAX_FILES_PER_MESSAGE, chatMessages.tooManyFiles).default([]),
    clientMessageId,
  })
  .transform((given) => ({
    ...given,
    message: given.message || (given.fileIds.length > 0 ? chatMessages.filesOnly : ''),
  }))
  .refine((given) => given.message !== '', { error: chatMessages.emptyMessage, path: ['message'] })
export type ChatSendInput = z.infer<typeof chatSendInput>

/** The documented `adminName` is ignored: all staff reply under one name. */
export const chatReplyInput = z.object({ sessionId: id, message, clientMessageId })
export type ChatReplyInput = z.infer<typeof chatReplyInput>

export const chatSessionInput = z.object({ sessionId: id })

const limitMessages = `limit must be a whole number from 1 to ${CHAT_MESSAGES_MAX_PER_PAGE}.`
const beforeMessages = 'before must be a whole number from 1.'

/** The newest messages, or with `before` the newest with a lower sequence. */
export const chatMessagesInput = z.object({
  sessionId: id,
  before: z.number(beforeMessages).int(beforeMessages).min(1, beforeMessages).optional(),
  limit: wholeNumber(limitMessages, 1, CHAT_MESSAGES_MAX_PER_PAGE).default(CHAT_MESSAGES_MAX_PER_PAGE),
})
export type ChatMessagesInput = z.infer<typeof chatMessagesInput>

const sequence = z.coerce
  .number({ error: 'Sequence must be a whole number.' })
  .int('Sequence must be a whole number.')
  .min(0)

export const chatWatchInput = z.object({
  sessionId: id,
  /** The sequence of the newest message that the client has; later ones are sent. */
  lastEventId: sequence.default(0),
})

export const chatSeenInput = z.object({ sessionId: id, sequence })
export type ChatSeenInput = z.infer<typeof chatSeenInput>

export type ChatAttachment = z.infer<typeof storedFile>

export const chatSenderType = z.enum(['user', 'admin'])
export type ChatSenderType = z.infer<typeof chatSenderType>

export const chatMessage = z.object({
  id: z.string(),
  /** From 1, without gaps. */
  sequence: z.number(),
  senderType: chatSenderType,
  senderName: z.string(),
  message: z.string(),
  timestamp: z.string(),
  clientMessageId: z.string().nullable(),
  attachments: z.array(storedFile),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatReplyOutput = z.object({ sessionId: z.string(), message: chatMessage })

export const chatSendOutput = chatReplyOutput.extend({
  /** The id that the client made for this conversation, its second name in all calls of its customer. */
  clientSessionId: z.string().nullable(),
})

export const chatSession = z.object({
  sessionId: z.string(),
  subject: z.string(),
  seenSequence: z.number(),
  isClosed: z.boolean(),
})
export type ChatSession = z.infer<typeof chatSession>

export const chatState = z.object({ seenSequence: z.number(), isClosed: z.boolean(), isTyping: z.boolean() })
export type ChatState = z.infer<typeof chatState>
