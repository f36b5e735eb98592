import type { ApiToken } from '#shared/api-token-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { listTokenRows } from './token-queries.ts'
import { scopesOf, stateOf } from './token-state.ts'

/** Returns all tokens with scopes and state, newest first. */
export async function listTokens(app: AppContext): Promise<ApiToken[]> {
  const now = timestamp(app.clock)
  return (await listTokenRows(app.db)).map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row),
    customer: row.customer_id === null ? null : (row.customer_email ?? row.customer_name),
    madeBy: row.maker_name || row.maker_username || '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    state: stateOf(row, now, app.config),
  }))
}
