import { z } from 'zod'
import { chatMessage, chatSenderType } from './chat-schema.ts'
import {
  CHAT_SESSIONS_MAX_PER_PAGE,
  CHAT_SESSIONS_PER_PAGE,
  chatSessionStatuses,
  inboxMessages,
  SAVED_ANSWER_MAX_LENGTH,
  shortcutPattern,
} from './inbox.ts'
import { person, wholeNumber } from './parts-schema.ts'
import { reviewStatuses } from './submission.ts'
import { id, listFilter, requiredText, searchText, typedText } from './text-schema.ts'

const count = (name: string, most: number) => wholeNumber(`${name} must be a whole number from 1 to ${most}.`, 1, most)

const chatFilter = z.object({
  status: listFilter(chatSessionStatuses, 'status must be open or closed.'),
  /** 'me' is the caller; 'nobody' selects unassigned conversations. */
  assignee: z.enum(['me', 'nobody'], { error: 'assignee must be me or nobody.' }).optional(),
  /** Part of the customer's name or e-mail, or the id of a conversation. */
  search: searchText.optional(),
})
export type ChatFilterInput = z.infer<typeof chatFilter>

export const chatTotalInput = chatFilter.default({})

export const chatSessionsInput = chatFilter
  .extend({
    page: count('page', 1_000_000).default(1),
    limit: count('limit', CHAT_SESSIONS_MAX_PER_PAGE).default(CHAT_SESSIONS_PER_PAGE),
  })
  .default({ page: 1, limit: CHAT_SESSIONS_PER_PAGE })
export type ChatSessionsInput = z.infer<typeof chatSessionsInput>

export type ChatColleague = z.infer<typeof person>

export const chatSummary = z.object({
  sessionId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  unreadCount: z.number(),
  subject: z.string(),
  lastMessage: z.string(),
  lastActivity: z.string(),
  status: z.enum(chatSessionStatuses),
  assignee: person.nullable(),
})
export type ChatSummary = z.infer<typeof chatSummary>

/** A message as staff see it: `staff` is its author, null for a message of the customer. */
export const inboxMessage = chatMessage.extend({ staff: person.nullable() })
export type InboxMessage = z.infer<typeof inboxMessage>

export const inboxState = z.object({
  seenSequence: z.number(),
  isClosed: z.boolean(),
  typing: z.object({ by: chatSenderType, name: z.string() }).nullable(),
})
export type InboxState = z.infer<typeof inboxState>

export const chatThreadInput = z.object({ sessionId: id, before: z.number().int().min(1).optional() })
export type ChatThreadInput = z.infer<typeof chatThreadInput>

/** Oldest first. */
export const chatThread = z.object({ session: chatSummary, messages: z.array(inboxMessage), hasOlder: z.boolean() })
export type ChatThread = z.infer<typeof chatThread>

export const chatSignal = z.object({
  /** The conversation that changed; null when events were lost and everything has to be read again. */
  sessionId: z.string().nullable(),
  hasWritten: z.boolean(),
})
export type ChatSignal = z.infer<typeof chatSignal>

/** The customer of a conversation and their submissions. Money is dollars; nothing here needs a reveal. */
export const chatCustomer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  memberSince: z.string(),
  /** The newest first, at most 20; `orderCount` counts all. */
  submissions: z.array(
    z.object({
      id: z.string(),
      giftCardName: z.string(),
      payoutAmount: z.number(),
      status: z.enum(reviewStatuses),
      createdAt: z.string(),
      /** Method and masked destination; the method alone once the details are erased. */
      payoutTo: z.string().nullable(),
    }),
  ),
  submissionCount: z.number(),
})
export type ChatCustomer = z.infer<typeof chatCustomer>

/** `assigneeId` null removes the assignment. */
export const chatAssignInput = z.object({ sessionId: id, assigneeId: id.nullable() })
export type ChatAssignInput = z.infer<typeof chatAssignInput>

export const chatStatusInput = z.object({
  sessionId: id,
  status: z.enum(chatSessionStatuses, { error: 'status must be open or closed.' }),
})
export type ChatStatusInput = z.infer<typeof chatStatusInput>

/** With `id` it changes that response, without `id` it adds one. */
export const cannedResponseInput = z.object({
  id: id.optional(),
  shortcut: typedText('code', 40).refine((name) => shortcutPattern.test(name), inboxMessages.badShortcut),
  text: requiredText(SAVED_ANSWER_MAX_LENGTH, inboxMessages.noAnswerText),
})
export type CannedResponseInput = z.infer<typeof cannedResponseInput>

export const cannedResponse = z.object({ id: z.string(), shortcut: z.string(), text: z.string() })
export type CannedResponse = z.infer<typeof cannedResponse>
