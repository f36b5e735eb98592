import { chatMessages } from '#shared/chat.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { encryptSubject } from './chat-views.ts'

/** A conversation without messages, to be stored with its first one. `clientId`: the id that the client made. */
export function newSession(
  app: AppContext,
  customerId: string,
  subject: string | undefined,
  clientId: string | null,
): ChatSessionTable {
  if (!subject) throw new AppError('bad_request', chatMessages.emptySubject, { field: 'subject' })
  const now = timestamp(app.clock)
  const id = `session_${app.clock.now().getTime()}_${newId()}`
  return {
    id,
    customer_id: customerId,
    client_id: clientId,
    subject_encrypted: encryptSubject(app.keyring, id, subject),
    status: 'open',
    last_sequence: 0,
    customer_seen_sequence: 0,
    staff_seen_sequence: 0,
    is_unread: 0,
    assignee_id: null,
    reply_mailed_sequence: 0,
    created_at: now,
    last_activity_at: now,
  }
}
