import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { table } from '../../platform/db/table.ts'
import { notFound } from '../../platform/errors.ts'
import { inRightsChange } from '../rights-queries.ts'
import { revokeTokenRow } from './token-queries.ts'

/** Effective from its next request. Repeating it has no effect. */
export async function revokeToken(ctx: CallContext, owner: Actor, id: string): Promise<void> {
  const token = await table('api_tokens').find(ctx.app.db, { id })
  if (!token) throw notFound()
  await inRightsChange(ctx, [owner.id, token.maker_id], async (tx, app) => {
    if (!(await revokeTokenRow(tx, id, timestamp(app.clock)))) return
    await audit(app, tx, owner, 'token.revoked', id)
  })
}
