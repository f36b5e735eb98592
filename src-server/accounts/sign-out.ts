import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { deleteSession } from './session-queries.ts'
import { emitSessionsEnded, type SessionKind } from './sessions.ts'

/** Ends a session, closes its sockets and writes an audit entry. Works on a full disk too. */
export async function signOut(
  ctx: CallContext,
  kind: SessionKind,
  person: Actor & { sessionId: string },
): Promise<void> {
  const { app } = ctx
  const action = kind === 'staff' ? 'staff.signed-out' : 'account.signed-out'
  const work = () =>
    inTransaction(ctx, async (tx) => {
      await deleteSession(tx, person.sessionId)
      await audit(app, tx, person, action, person.id)
      await emitSessionsEnded(app, tx, [person.sessionId])
    })
  await app.reserve.use(work)
}
