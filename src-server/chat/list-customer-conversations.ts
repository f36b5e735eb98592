import type { UserConversation } from '#shared/registered-user-schema.ts'
import type { AppContext } from '../context.ts'
import { sessionView } from './chat-views.ts'
import { listNewestSessionsOf } from './customer-chat-queries.ts'

const MOST = 50

/** Returns one customer's conversations without messages, most recently active first (50 at most). */
export async function listConversationsOf(app: AppContext, customerId: string): Promise<UserConversation[]> {
  const rows = await listNewestSessionsOf(app.db, customerId, MOST)
  return rows.map((row) => ({
    sessionId: row.id,
    subject: sessionView(app.keyring, row).subject,
    status: row.status,
    messageCount: row.last_sequence,
    lastActivity: row.last_activity_at,
  }))
}
