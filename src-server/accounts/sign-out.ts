import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteSession } from './session-queries.ts'
import { emitSessionsEnded, type SessionKind } from './sessions.ts'

export const signedOut = { staff: 'staff.signed-out', customer: 'account.signed-out' } as const

/** Ends a session, closes its sockets and writes an audit entry. Works on a full disk too. */
export async function signOut(ctx: CallContext, kind: SessionKind, person: Actor & { sessionId: string }) {
  const { app } = ctx
  const work = () =>
    inRightsChange(ctx, [person.id], async (tx) => {
      await deleteSession(tx, person.sessionId)
      await audit(app, tx, person, signedOut[kind], person.id)
      await emitSessionsEnded(app, tx, [person.sessionId])
    })
  await app.reserve.use(work)
}
