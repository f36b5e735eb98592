import type { TokenScope } from '#shared/api-token.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { type Db, inTransaction, withoutAuthorization } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/ids.ts'
import { getProfile } from '../profile.ts'
import type { Customer, Staff } from '../sessions.ts'
import { findTokenRow, updateLastUsed } from './token-queries.ts'
import { scopesOf, stateOf } from './token-state.ts'
import { isTokenText } from './token-text.ts'

/** The precision of `last_used_at`: a finer one would write to the database at every request. */
const USED_EVERY_MS = 5 * 60 * 1000
const NEVER = '9999-12-31T23:59:59.999Z'

export type TokenHolder = {
  tokenId: string
  scopes: readonly TokenScope[]
  lastUsedAt: string | null
  staff: Staff
  customer: Customer | null
}

/** Returns the identities of a token, read from `db`. Null when the token is unknown, revoked, expired or suspended. */
export async function findTokenHolder(
  app: Pick<AppContext, 'config' | 'clock'>,
  db: Db,
  token: string,
): Promise<TokenHolder | null> {
  if (!isTokenText(token)) return null
  const row = await findTokenRow(db, hashToken(token))
  if (!row || stateOf(row, timestamp(app.clock), app.config) !== 'active') return null
  // A token has no session; an id that no session can have keeps it apart from events that end sessions.
  const session = { sessionId: `token ${row.id}`, sessionEndsAt: row.expires_at ?? NEVER }
  return {
    tokenId: row.id,
    scopes: scopesOf(row),
    lastUsedAt: row.last_used_at,
    staff: {
      ...session,
      id: row.maker_id,
      name: row.maker_name,
      username: row.maker_username ?? '',
      role: row.maker_role as Staff['role'],
      mustDo: null,
    },
    customer: row.customer_id === null ? null : { ...session, ...(await getProfile(db, row.customer_id)) },
  }
}

/** Does the same at the start of a request and records the time of use. */
export async function authenticateToken(app: AppContext, token: string): Promise<TokenHolder | null> {
  const holder = await findTokenHolder(app, app.db, token)
  if (holder && (holder.lastUsedAt === null || holder.lastUsedAt <= timestamp(app.clock, -USED_EVERY_MS)))
    await inTransaction(withoutAuthorization(app), (tx) => updateLastUsed(tx, holder.tokenId, timestamp(app.clock)))
  return holder
}
