import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { hasToken, revokeTokenRow } from './token-queries.ts'

/** Revokes a token, effective from its next request. Repeating it has no effect. @throws AppError 'not_found' */
export async function revokeToken(ctx: CallContext, owner: Actor, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await hasToken(tx, id))) throw notFound()
    if (!(await revokeTokenRow(tx, id, timestamp(ctx.app.clock)))) return
    await audit(ctx.app, tx, owner, 'token.revoked', id)
  })
}
