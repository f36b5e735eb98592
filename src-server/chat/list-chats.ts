import { CHAT_MESSAGES_PER_PAGE } from '#shared/chat.ts'
import type {
  ChatColleague,
  ChatCustomer,
  ChatSessionsInput,
  ChatSummary,
  ChatThread,
  ChatThreadInput,
} from '#shared/inbox-schema.ts'
import { maskPayout } from '#shared/mask-payout.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { startOf } from '../platform/cut-text.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { notFound } from '../platform/errors.ts'
import { fieldsOf, moneyOf } from '../platform/without-nulls.ts'
import { decryptPayout } from '../submissions/payout-view.ts'
import { getChatSession } from './chat-queries.ts'
import {
  findInboxSession,
  type InboxSessionRow,
  listInboxSessions,
  listNewestSubmissionsOf,
  listSupportStaff,
} from './inbox-queries.ts'
import { inboxMessageView, readPage } from './read-messages.ts'

const LAST_MESSAGE_MAX_LENGTH = 160
const MAX_SUBMISSIONS = 20

/** Unread ones first, then the most recently active. */
export async function listChats(app: AppContext, staffId: string, input: ChatSessionsInput): Promise<ChatSummary[]> {
  const rows = await listInboxSessions(app.db, staffId, input)
  return rows.map((row) => summaryView(app.keyring, row))
}

/** With its newest messages, or the newest before `before`. */
export async function readThread(app: AppContext, { sessionId, before }: ChatThreadInput): Promise<ChatThread> {
  const session = await findInboxSession(app.db, sessionId)
  if (!session) throw notFound()
  const messages = await readPage(app, { sessionId, before, limit: CHAT_MESSAGES_PER_PAGE }, inboxMessageView)
  return {
    session: summaryView(app.keyring, session),
    messages,
    // Sequence numbers begin at 1 without gaps.
    hasOlder: (messages[0]?.sequence ?? 1) > 1,
  }
}

export async function readCustomer(app: AppContext, sessionId: string): Promise<ChatCustomer> {
  const { customer_id } = await getChatSession(app.db, sessionId)
  const { name, email, phone, created_at } = await getUser(app.db, customer_id)
  const { rows, total } = await listNewestSubmissionsOf(app.db, customer_id, MAX_SUBMISSIONS)
  return {
    name,
    email: email ?? '',
    phone,
    memberSince: created_at,
    submissions: rows.map((row) => ({
      ...fieldsOf(row, 'id', 'card_type as giftCardName', 'created_at'),
      ...moneyOf(row, 'payout_cents as payoutAmount'),
      // The query excludes registration records, the only other status.
      status: row.status as ReviewStatus,
      payoutTo: destinationOf(app.keyring, row),
    })),
    submissionCount: total,
  }
}

/** 'PayPal da…s@mail.com'; the method alone once the details are erased. */
function destinationOf(keyring: Keyring, row: SubmissionTable) {
  const details = decryptPayout(keyring, row)
  if (details) return maskPayout(details)
  return row.payment_type && paymentTypeInfo[row.payment_type].name
}

export async function listColleagues({ db }: AppContext): Promise<ChatColleague[]> {
  return (await listSupportStaff(db)).map(({ id, name, username }) => ({ id, name: name || username || id }))
}

function summaryView(keyring: Keyring, row: InboxSessionRow): ChatSummary {
  const { last_message_id: id, last_message_encrypted: message_encrypted } = row
  const last =
    id === null ? undefined : textIn(keyring, 'chat_messages', { id, message_encrypted }, 'message_encrypted')
  return {
    ...fieldsOf(row, 'id as sessionId', 'user_name', 'last_activity_at as lastActivity', 'status'),
    userEmail: row.user_email ?? '',
    unreadCount: row.unread_count ?? 0,
    subject: textIn(keyring, 'chat_sessions', row, 'subject_encrypted'),
    lastMessage: cut(last ?? ''),
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name || 'Staff' },
  }
}

function cut(text: string) {
  return text.length <= LAST_MESSAGE_MAX_LENGTH ? text : `${startOf(text, LAST_MESSAGE_MAX_LENGTH)}…`
}
