import { z } from 'zod'
import {
  CHAT_MESSAGE_MAX_LENGTH,
  CHAT_SUBJECT_MAX_LENGTH,
  type ChatMessage,
  type ChatSession,
  chatWords,
} from './chat.ts'
import { id, text } from './text-schema.ts'

const message = z
  .string({ error: chatWords.emptyMessage })
  .pipe(text(CHAT_MESSAGE_MAX_LENGTH))
  .refine((value) => value !== '', { error: chatWords.emptyMessage })

/** Without `sessionId` it opens a conversation about `subject`. Who sends is the session's to say, never the body's. */
export const chatSendInput = z.object({
  sessionId: id.optional(),
  subject: z.string({ error: chatWords.emptySubject }).pipe(text(CHAT_SUBJECT_MAX_LENGTH)).optional(),
  message,
  /** Sending again with the same one and the same words answers with the message that arrived before. */
  clientMessageId: z.string().min(8).max(100).optional(),
})
export type ChatSendInput = z.infer<typeof chatSendInput>

/** The documented `adminName` is not read: staff always answer under one name. */
export const chatReplyInput = z.object({ sessionId: id, message })
export type ChatReplyInput = z.infer<typeof chatReplyInput>

export const chatSessionInput = z.object({ sessionId: id })

const sequence = z.coerce.number({ error: 'A sequence is a whole number.' }).int('A sequence is a whole number.').min(0)

export const chatWatchInput = z.object({
  sessionId: id,
  /** The sequence of the newest message the page has; all after it are sent. */
  lastEventId: sequence.default(0),
})

export const chatSeenInput = z.object({ sessionId: id, sequence })
export type ChatSeenInput = z.infer<typeof chatSeenInput>

export const chatMessage = z.object({
  id: z.string(),
  sequence: z.number(),
  senderType: z.enum(['user', 'admin']),
  senderName: z.string(),
  message: z.string(),
  timestamp: z.string(),
  clientMessageId: z.string().nullable(),
}) satisfies z.ZodType<ChatMessage>

export const chatSendOutput = z.object({ sessionId: z.string(), message: chatMessage })

export const chatSession = z.object({
  sessionId: z.string(),
  subject: z.string(),
  seenSequence: z.number(),
}) satisfies z.ZodType<ChatSession>
