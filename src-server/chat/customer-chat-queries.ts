import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import type { Db } from '../platform/db/database.ts'

export async function listNewestSessionsOf(db: Db, customerId: string, limit: number): Promise<ChatSessionTable[]> {
  return db
    .selectFrom('chat_sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
