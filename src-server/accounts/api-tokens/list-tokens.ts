import type { ApiToken } from '#shared/api-token-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { fieldsOf } from '../../platform/without-nulls.ts'
import { listTokenRows } from './token-queries.ts'
import { scopesOf, stateOf } from './token-state.ts'

/** Newest first. */
export async function listTokens(app: AppContext): Promise<ApiToken[]> {
  const now = timestamp(app.clock)
  return (await listTokenRows(app.db)).map((row) => ({
    ...fieldsOf(row, 'id', 'name', 'prefix', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'),
    scopes: scopesOf(row),
    customer: row.customer_id === null ? null : (row.customer_email ?? row.customer_name),
    madeBy: row.maker_name || row.maker_username || '',
    state: stateOf(row, now, app.config),
  }))
}
