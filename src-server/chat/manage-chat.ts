import type { ChatSeenInput } from '#shared/chat-schema.ts'
import type { ChatAssignInput, ChatStatusInput } from '#shared/inbox-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import type { ChatSessionTable } from '../platform/db/chat-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { getChatSession } from './chat-queries.ts'
import { listSupportStaff, raiseStaffSeen } from './inbox-queries.ts'

export async function assignChat(ctx: CallContext, staff: Actor, { sessionId, assigneeId }: ChatAssignInput) {
  await inTransaction(ctx, async (tx, app) => {
    const session = await getChatSession(tx, sessionId)
    if (assigneeId !== null && !(await listSupportStaff(tx)).some(({ id }) => id === assigneeId)) throw notFound()
    if (session.assignee_id === assigneeId) return
    await assignTo(app, tx, staff, session, assigneeId)
  })
}

/** The transaction has locked the conversation. */
export async function assignTo(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id, customer_id: customerId }: ChatSessionTable,
  assigneeId: string | null,
) {
  await table('chat_sessions').update(tx, { id }, { assignee_id: assigneeId })
  await audit(app, tx, staff, 'chat.assigned', id, assigneeId ?? 'nobody')
  await app.events.emit(tx, { name: 'chat.session-changed', sessionId: id, customerId })
}

/** Closes or reopens a conversation; closing is a conflict while it would hide an unread message. */
export async function setChatStatus(ctx: CallContext, staff: Actor, { sessionId, status }: ChatStatusInput) {
  await inTransaction(ctx, async (tx, app) => {
    const session = await getChatSession(tx, sessionId)
    if (session.status === status) return
    if (status === 'closed' && session.is_unread)
      throw conflict('The customer just wrote. Read the message before you close the conversation.')
    await table('chat_sessions').update(tx, { id: sessionId }, { status })
    const action = status === 'closed' ? 'chat.closed' : 'chat.reopened'
    await audit(app, tx, staff, action, sessionId)
    await app.events.emit(tx, { name: 'chat.session-changed', sessionId, customerId: session.customer_id })
  })
}

/** For all staff at once. */
export async function markStaffSeen(ctx: CallContext, { sessionId, sequence }: ChatSeenInput) {
  await inTransaction(ctx, async (tx, app) => {
    const session = await getChatSession(tx, sessionId)
    await raiseStaffSeen(tx, sessionId, sequence)
    if (session.staff_seen_sequence < sequence)
      await app.events.emit(tx, { name: 'chat.seen', sessionId, customerId: session.customer_id, by: 'admin' })
  })
}
