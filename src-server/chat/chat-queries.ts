import type { ChatSenderType } from '#shared/chat.ts'
import type { ChatMessageTable, ChatSessionTable } from '../db/chat-tables.ts'
import type { Db, Tx } from '../db/database.ts'

/** A message with the name of who sent it. */
export type ChatMessageRow = ChatMessageTable & { sender_name: string }

export async function insertChatSession(tx: Tx, row: ChatSessionTable): Promise<void> {
  await tx.insertInto('chat_sessions').values(row).execute()
}

export async function findChatSession(db: Db, id: string): Promise<ChatSessionTable | undefined> {
  return db.selectFrom('chat_sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest conversation that is open or holds a reply its customer has not seen. */
export async function findCurrentSession(db: Db, customerId: string): Promise<ChatSessionTable | undefined> {
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

/**
 * The next number of the conversation, taken for good once the transaction is. What a customer says waits for staff and
 * opens a closed conversation again; what staff say means that they have read what was said before.
 */
export async function takeSequence(tx: Tx, sessionId: string, now: string, by: ChatSenderType): Promise<number> {
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

export async function insertChatMessage(tx: Tx, row: ChatMessageTable): Promise<void> {
  await tx.insertInto('chat_messages').values(row).execute()
}

export async function findMessageOfSender(
  db: Db,
  senderId: string,
  clientMessageId: string,
): Promise<ChatMessageRow | undefined> {
  return messages(db)
    .where('sender_id', '=', senderId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst()
}

/** The messages after a sequence, oldest first. */
export async function listMessagesAfter(
  db: Db,
  sessionId: string,
  after: number,
  limit?: number,
): Promise<ChatMessageRow[]> {
  const rows = messages(db).where('session_id', '=', sessionId).where('sequence', '>', after).orderBy('sequence')
  return (limit === undefined ? rows : rows.limit(limit)).execute()
}

/** The newest messages before a sequence (of all, without one), oldest first. */
export async function listMessagesBefore(
  db: Db,
  sessionId: string,
  before: number | undefined,
  limit: number,
): Promise<ChatMessageRow[]> {
  let rows = messages(db).where('session_id', '=', sessionId)
  if (before !== undefined) rows = rows.where('sequence', '<', before)
  return (await rows.orderBy('sequence', 'desc').limit(limit).execute()).reverse()
}

/** What the customer has seen only grows, and never beyond what there is. */
export async function raiseSeenSequence(tx: Tx, sessionId: string, sequence: number): Promise<void> {
  await tx
    .updateTable('chat_sessions')
    .set({ customer_seen_sequence: sequence })
    .where('id', '=', sessionId)
    .where('customer_seen_sequence', '<', sequence)
    .where('last_sequence', '>=', sequence)
    .execute()
}

export async function markReplyMailed(tx: Tx, sessionId: string, sequence: number): Promise<void> {
  await tx.updateTable('chat_sessions').set({ reply_mailed_sequence: sequence }).where('id', '=', sessionId).execute()
}

/** Messages of staff that the customer has not seen, in the open conversations and the one they would go on with. */
export async function countUnseenReplies(db: Db, customerId: string): Promise<number> {
  const current = await findCurrentSession(db, customerId)
  if (!current) return 0
  const { count } = await db
    .selectFrom('chat_messages')
    .innerJoin('chat_sessions', 'chat_sessions.id', 'chat_messages.session_id')
    .select((select) => select.fn.countAll().as('count'))
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) => or([eb('status', '=', 'open'), eb('session_id', '=', current.id)]))
    .where('sender_type', '=', 'admin')
    .whereRef('sequence', '>', 'customer_seen_sequence')
    .executeTakeFirstOrThrow()
  return Number(count)
}

function messages(db: Db) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.sender_id')
    .selectAll('chat_messages')
    .select('users.name as sender_name')
}
