import type { ChatSenderType } from '#shared/chat-schema.ts'
import type { ChatMessageTable } from '../platform/db/chat-tables.ts'
import { countRows, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import { table } from '../platform/db/table.ts'

export type ChatMessageRow = ChatMessageTable & { sender_name: string }

export const findChatSession = (db: Db, id: string) => table('chat_sessions').findLocked(db, { id })

export const getChatSession = (db: Db, id: string) => table('chat_sessions').getLocked(db, { id })

/** Returns a conversation of this customer by our id or by the id of their client; a transaction locks it. */
export async function findSessionOf(db: Db, customerId: string, id: string) {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) => or([eb('id', '=', id), eb('client_id', '=', id)]))
    .$call(lockedIn(db))
    .executeTakeFirst()
}

/** Returns the customer's newest conversation that is open or has an unseen reply. */
export async function findCurrentSession(db: Db, customerId: string) {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('status', '=', 'open'),
        exists(
          selectFrom('chat_messages')
            .select('chat_messages.id')
            .whereRef('session_id', '=', 'chat_sessions.id')
            .where('sender_type', '=', 'admin')
            .whereRef('sequence', '>', 'customer_seen_sequence'),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listNewestSessionsOf(db: Db, customerId: string, limit: number) {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A customer's message reopens the conversation as unread; a reply marks all earlier messages as seen. */
export async function takeSequence(tx: Tx, sessionId: string, now: string, by: ChatSenderType) {
  const { last_sequence } = await tx
    .updateTable('chat_sessions')
    .set((row) => ({
      last_sequence: row('last_sequence', '+', 1),
      last_activity_at: now,
      ...(by === 'user'
        ? { is_unread: 1 as const, status: 'open' as const }
        : { is_unread: 0 as const, staff_seen_sequence: row('last_sequence', '+', 1) }),
    }))
    .where('id', '=', sessionId)
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  return last_sequence
}

export async function findMessageOfSender(db: Db, senderId: string, clientMessageId: string) {
  return messages(db)
    .where('sender_id', '=', senderId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst()
}

export async function listMessagesAfter(db: Db, sessionId: string, after: number, limit: number) {
  const later = messages(db).where('session_id', '=', sessionId).where('sequence', '>', after)
  return later.orderBy('sequence').limit(limit).execute()
}

/** Returns the newest messages before a sequence number (of all, if undefined), oldest first. */
export async function listMessagesBefore(db: Db, sessionId: string, before: number | undefined, limit: number) {
  let rows = messages(db).where('session_id', '=', sessionId)
  if (before !== undefined) rows = rows.where('sequence', '<', before)
  return (await rows.orderBy('sequence', 'desc').limit(limit).execute()).reverse()
}

/** Raises the customer's seen sequence; returns false for a lower number and one beyond the last message. */
export async function raiseSeenSequence(tx: Tx, sessionId: string, sequence: number) {
  return isChanged(
    tx
      .updateTable('chat_sessions')
      .set({ customer_seen_sequence: sequence })
      .where('id', '=', sessionId)
      .where('customer_seen_sequence', '<', sequence)
      .where('last_sequence', '>=', sequence),
  )
}

/** Counts replies the customer has not seen, in open conversations and the current one. */
export async function countUnseenReplies(db: Db, customerId: string) {
  const current = await findCurrentSession(db, customerId)
  if (!current) return 0
  return countRows(
    db
      .selectFrom('chat_messages')
      .innerJoin('chat_sessions', 'chat_sessions.id', 'chat_messages.session_id')
      .where('customer_id', '=', customerId)
      .where(({ or, eb }) => or([eb('status', '=', 'open'), eb('session_id', '=', current.id)]))
      .where('sender_type', '=', 'admin')
      .whereRef('sequence', '>', 'customer_seen_sequence'),
  )
}

function messages(db: Db) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.sender_id')
    .selectAll('chat_messages')
    .select('users.name as sender_name')
}
