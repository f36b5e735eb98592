import type { ChatMessage, ChatSenderType } from './chat.ts'
import type { ReviewStatus } from './submission.ts'

/** The support desk as staff see it. */

export const CHAT_SESSIONS_PER_PAGE = 50
export const CHAT_SESSIONS_MAX_PER_PAGE = 100
export const SAVED_ANSWER_MAX_LENGTH = 2000
export const MAX_SAVED_ANSWERS = 200

export const chatSessionStatuses = ['open', 'closed'] as const
export type ChatSessionStatus = (typeof chatSessionStatuses)[number]

/** A colleague who may answer. */
export type ChatColleague = { id: string; name: string }

/** A conversation in the list. `lastMessage` is cut, `lastActivity` ISO 8601. */
export type ChatSummary = {
  sessionId: string
  userName: string
  userEmail: string
  /** What the customer has said that nobody of staff has seen. */
  unreadCount: number
  subject: string
  lastMessage: string
  lastActivity: string
  status: ChatSessionStatus
  assignee: ChatColleague | null
}

/** A message as staff read it: `staff` is who of them wrote it, null for the customer's own. */
export type InboxMessage = ChatMessage & { staff: ChatColleague | null }

/** Part of a conversation, oldest first. */
export type ChatThread = { session: ChatSummary; messages: InboxMessage[]; hasOlder: boolean }

/** How a conversation stands for one of staff: what its customer has seen, and who else is writing at this moment. */
export type InboxState = {
  seenSequence: number
  isClosed: boolean
  typing: { by: ChatSenderType; name: string } | null
}

/** Which conversation changed, null when some were missed; `from` when a customer has written, their name. */
export type ChatSignal = { sessionId: string | null; from: string | null }

/** Who one talks with, and what they sold. Money is dollars; nothing here needs revealing. */
export type ChatCustomer = {
  name: string
  email: string
  phone: string
  memberSince: string
  /** The newest first, at most 20; `orderCount` counts all. */
  orders: { id: string; giftCardName: string; payoutAmount: number; status: ReviewStatus; createdAt: string }[]
  orderCount: number
}

/** What support says often. `shortcut` is what is typed after the slash. */
export type CannedResponse = { id: string; shortcut: string; text: string }

export const inboxMessages = {
  sessionsFailed: 'Failed to fetch chat sessions',
  noSessions: 'No chat sessions',
  total: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
  range: (first: number, total: number) =>
    `${first} to ${Math.min(total, first + CHAT_SESSIONS_PER_PAGE - 1)} of ${total} conversations`,
  noneChosen: 'Select a chat session to view messages',
  replyHint: 'Type your reply...',
  replyFailed: 'Failed to send reply. Please try again.',
  shortcutTaken: (shortcut: string) => `There is an answer /${shortcut} already.`,
  tooManyAnswers: `There can be at most ${MAX_SAVED_ANSWERS} saved answers.`,
  badShortcut: 'Use 1 to 40 small letters, digits and dashes.',
  noAnswerText: 'Enter the answer.',
} as const

export const shortcutPattern = /^[a-z0-9][a-z0-9-]{0,39}$/

/** A saved answer for this customer: `{name}` and `{order}` become their first name and their newest order. */
export function fillAnswer(text: string, facts: { name: string; order: string | undefined }): string {
  const firstName = facts.name.trim().split(/\s+/)[0] || 'there'
  // A function, because a replacement text would read '$&' in a name.
  return text.replace(/\{name\}/g, () => firstName).replace(/\{order\}/g, () => facts.order ?? 'your order')
}
