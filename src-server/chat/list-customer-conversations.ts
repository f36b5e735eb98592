import type { UserConversation } from '#shared/registered-user-schema.ts'
import type { AppContext } from '../context.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { listNewestSessionsOf } from './chat-queries.ts'

const MOST = 50

/** Without messages, most recently active first (50 at most). */
export async function listConversationsOf(app: AppContext, customerId: string): Promise<UserConversation[]> {
  const rows = await listNewestSessionsOf(app.db, customerId, MOST)
  return rows.map((row) => ({
    ...fieldsOf(row, 'id as sessionId', 'status', 'last_sequence as messageCount', 'last_activity_at as lastActivity'),
    subject: textIn(app.keyring, 'chat_sessions', row, 'subject_encrypted'),
  }))
}
