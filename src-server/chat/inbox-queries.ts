import type { ExpressionBuilder, InferResult } from 'kysely'
import type { ChatFilterInput, ChatSessionsInput } from '#shared/inbox-schema.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { containsText } from '../platform/db/contains-text.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

export type InboxSessionRow = InferResult<ReturnType<typeof inboxSessions>>[number]

/** Unread conversations first, then the most recently active. `staffId` is whom the assignee 'me' means. */
export async function listInboxSessions(db: Db, staffId: string, { page, limit, ...filter }: ChatSessionsInput) {
  return inboxSessions(db)
    .where(matching(staffId, filter))
    .orderBy('chat_sessions.is_unread', 'desc')
    .orderBy('chat_sessions.last_activity_at', 'desc')
    .orderBy('chat_sessions.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

export async function countInboxSessions(db: Db, staffId: string, filter: ChatFilterInput) {
  return countRows(
    db
      .selectFrom('chat_sessions')
      .innerJoin('users as customer', 'customer.id', 'chat_sessions.customer_id')
      .where(matching(staffId, filter)),
  )
}

type Filtered = ExpressionBuilder<Schema & { customer: UserTable }, 'chat_sessions' | 'customer'>

function matching(staffId: string, { status, assignee, search }: ChatFilterInput) {
  return (where: Filtered) => {
    const all = []
    if (status) all.push(where('chat_sessions.status', '=', status))
    if (assignee === 'me') all.push(where('chat_sessions.assignee_id', '=', staffId))
    if (assignee === 'nobody') all.push(where('chat_sessions.assignee_id', 'is', null))
    if (search)
      all.push(where.or(['customer.search_text', 'chat_sessions.id'].map((column) => containsText(column, search))))
    return where.and(all)
  }
}

export async function findInboxSession(db: Db, id: string) {
  return inboxSessions(db).where('chat_sessions.id', '=', id).executeTakeFirst()
}

export async function countUnreadMessages(db: Db) {
  return countRows(
    db
      .selectFrom('chat_sessions')
      .innerJoin('chat_messages', 'chat_messages.session_id', 'chat_sessions.id')
      .where('is_unread', '=', 1)
      .where('sender_type', '=', 'user')
      .whereRef('sequence', '>', 'staff_seen_sequence'),
  )
}

/** Raises the staff's seen sequence; ignores lower numbers and ones beyond the last message. */
export async function raiseStaffSeen(tx: Tx, sessionId: string, sequence: number) {
  await tx
    .updateTable('chat_sessions')
    .set({ staff_seen_sequence: sequence })
    .where('id', '=', sessionId)
    .where('staff_seen_sequence', '<', sequence)
    .where('last_sequence', '>=', sequence)
    .execute()
  await tx
    .updateTable('chat_sessions')
    .set({ is_unread: 0 })
    .where('id', '=', sessionId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_messages')
            .select('chat_messages.id')
            .whereRef('session_id', '=', 'chat_sessions.id')
            .where('sender_type', '=', 'user')
            .whereRef('sequence', '>', 'chat_sessions.staff_seen_sequence'),
        ),
      ),
    )
    .execute()
}

/** By name. */
export async function listSupportStaff(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where('role', 'in', ['owner', 'support'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function listNewestSubmissionsOf(db: Db, customerId: string, limit: number) {
  const submissions = db.selectFrom('submissions').where('user_id', '=', customerId).where('status', '!=', 'registered')
  const total = await countRows(submissions)
  const rows = await submissions.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return { rows, total }
}

function inboxSessions(db: Db) {
  return db
    .selectFrom('chat_sessions')
    .innerJoin('users as customer', 'customer.id', 'chat_sessions.customer_id')
    .leftJoin('users as assignee', 'assignee.id', 'chat_sessions.assignee_id')
    .leftJoin('chat_messages as last_message', (join) =>
      join
        .onRef('last_message.session_id', '=', 'chat_sessions.id')
        .onRef('last_message.sequence', '=', 'chat_sessions.last_sequence'),
    )
    .selectAll('chat_sessions')
    .select((select) => [
      'customer.name as user_name',
      'customer.email as user_email',
      'assignee.name as assignee_name',
      'last_message.id as last_message_id',
      'last_message.message_encrypted as last_message_encrypted',
      select
        .selectFrom('chat_messages as unread')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('unread.session_id', '=', 'chat_sessions.id')
        .where('unread.sender_type', '=', 'user')
        .whereRef('unread.sequence', '>', 'chat_sessions.staff_seen_sequence')
        .as('unread_count'),
    ])
}
