import { z } from 'zod'
import { chatMessage } from './chat-schema.ts'
import {
  type CannedResponse,
  CHAT_SESSIONS_MAX_PER_PAGE,
  CHAT_SESSIONS_PER_PAGE,
  type ChatColleague,
  type ChatCustomer,
  type ChatSignal,
  type ChatSummary,
  type ChatThread,
  chatSessionStatuses,
  type InboxMessage,
  type InboxState,
  inboxMessages,
  SAVED_ANSWER_MAX_LENGTH,
  shortcutPattern,
} from './inbox.ts'
import { reviewStatuses } from './submission.ts'
import { id, requiredText, text } from './text-schema.ts'

function count(name: string, max: number) {
  const words = `${name} is a whole number from 1 to ${max}.`
  return z.number({ error: words }).int(words).min(1, words).max(max, words)
}

const chatFilter = z.object({
  status: z.enum(chatSessionStatuses, { error: 'status is open or closed.' }).optional(),
  /** 'me' is who asks, 'nobody' those that nobody has taken on. */
  assignee: z.enum(['me', 'nobody'], { error: 'assignee is me or nobody.' }).optional(),
  /** Part of a customer's name or e-mail, or a conversation's id. */
  search: text(200).optional(),
})
export type ChatFilterInput = z.infer<typeof chatFilter>

/** Which conversations are counted. */
export const chatTotalInput = chatFilter.default({})

export const chatSessionsInput = chatFilter
  .extend({
    page: count('page', 1_000_000).default(1),
    limit: count('limit', CHAT_SESSIONS_MAX_PER_PAGE).default(CHAT_SESSIONS_PER_PAGE),
  })
  .default({ page: 1, limit: CHAT_SESSIONS_PER_PAGE })
export type ChatSessionsInput = z.infer<typeof chatSessionsInput>

const chatColleague = z.object({ id: z.string(), name: z.string() }) satisfies z.ZodType<ChatColleague>
export const chatColleagues = z.array(chatColleague)

export const chatSummary = z.object({
  sessionId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  unreadCount: z.number(),
  subject: z.string(),
  lastMessage: z.string(),
  lastActivity: z.string(),
  status: z.enum(chatSessionStatuses),
  assignee: chatColleague.nullable(),
}) satisfies z.ZodType<ChatSummary>

export const inboxMessage = chatMessage.extend({ staff: chatColleague.nullable() }) satisfies z.ZodType<InboxMessage>

export const inboxState = z.object({
  seenSequence: z.number(),
  isClosed: z.boolean(),
  typing: z.object({ by: z.enum(['user', 'admin']), name: z.string() }).nullable(),
}) satisfies z.ZodType<InboxState>

/** `before` is a sequence: what was said before it. Without it, the newest. */
export const chatThreadInput = z.object({ sessionId: id, before: z.number().int().min(1).optional() })
export type ChatThreadInput = z.infer<typeof chatThreadInput>

export const chatThread = z.object({
  session: chatSummary,
  messages: z.array(inboxMessage),
  hasOlder: z.boolean(),
}) satisfies z.ZodType<ChatThread>

export const chatSignal = z.object({
  sessionId: z.string().nullable(),
  from: z.string().nullable(),
}) satisfies z.ZodType<ChatSignal>

export const chatCustomer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  memberSince: z.string(),
  orders: z.array(
    z.object({
      id: z.string(),
      giftCardName: z.string(),
      payoutAmount: z.number(),
      status: z.enum(reviewStatuses),
      createdAt: z.string(),
    }),
  ),
  orderCount: z.number(),
}) satisfies z.ZodType<ChatCustomer>

/** `assigneeId` null: nobody. */
export const chatAssignInput = z.object({ sessionId: id, assigneeId: id.nullable() })
export type ChatAssignInput = z.infer<typeof chatAssignInput>

export const chatStatusInput = z.object({
  sessionId: id,
  status: z.enum(chatSessionStatuses, { error: 'status is open or closed.' }),
})
export type ChatStatusInput = z.infer<typeof chatStatusInput>

/** With `id` it changes that answer, without it is a new one. */
export const cannedResponseInput = z.object({
  id: id.optional(),
  shortcut: text(40).refine((name) => shortcutPattern.test(name), inboxMessages.badShortcut),
  text: requiredText(SAVED_ANSWER_MAX_LENGTH, inboxMessages.noAnswerText),
})
export type CannedResponseInput = z.infer<typeof cannedResponseInput>

export const cannedResponse = z.object({
  id: z.string(),
  shortcut: z.string(),
  text: z.string(),
}) satisfies z.ZodType<CannedResponse>
