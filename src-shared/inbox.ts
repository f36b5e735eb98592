export const CHAT_SESSIONS_PER_PAGE = 50
export const CHAT_SESSIONS_MAX_PER_PAGE = 100
export const SAVED_ANSWER_MAX_LENGTH = 2000
export const MAX_SAVED_ANSWERS = 200

export const chatSessionStatuses = ['open', 'closed'] as const

export const inboxMessages = {
  sessionsFailed: 'Failed to fetch chat sessions',
  noSessions: 'No chat sessions',
  total: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
  range: (first: number, total: number) =>
    `${first} to ${Math.min(total, first + CHAT_SESSIONS_PER_PAGE - 1)} of ${total} conversations`,
  noneChosen: 'Select a chat session to view messages',
  replyHint: 'Type your reply...',
  replyFailed: 'Failed to send reply. Please try again.',
  shortcutTaken: (shortcut: string) => `/${shortcut} is already taken.`,
  tooManyAnswers: `You can save at most ${MAX_SAVED_ANSWERS} answers.`,
  badShortcut: 'Use 1 to 40 lowercase letters, digits and dashes.',
  noAnswerText: 'Enter the answer.',
} as const

export const shortcutPattern = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Fills `{name}` with the customer's first name and `{order}` with their newest submission. */
export function fillAnswer(text: string, facts: { name: string; order: string | undefined }) {
  const firstName = facts.name.trim().split(/\s+/)[0] || 'there'
  // In one pass, because a name may look like a mark, and by a function, because it may contain '$&'.
  return text.replace(/\{name\}|\{order\}/g, (mark) => (mark === '{name}' ? firstName : (facts.order ?? 'your order')))
}
