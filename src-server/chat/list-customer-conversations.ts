import type { UserConversation } from '#shared/registered-user-schema.ts'
import type { AppContext } from '../context.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { listNewestSessionsOf } from './chat-queries.ts'
import { subjectOf } from './read-messages.ts'

const MOST = 50

/** Returns one customer's conversations without messages, most recently active first (50 at most). */
export async function listConversationsOf(app: AppContext, customerId: string): Promise<UserConversation[]> {
  const rows = await listNewestSessionsOf(app.db, customerId, MOST)
  return rows.map((row) => ({
    ...fieldsOf(row, 'id as sessionId', 'status', 'last_sequence as messageCount', 'last_activity_at as lastActivity'),
    subject: subjectOf(app.keyring, row),
  }))
}
