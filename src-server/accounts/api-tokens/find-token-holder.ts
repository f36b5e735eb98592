import { createHash, randomBytes } from 'node:crypto'
import { mayHoldScopes, type TokenScope, tokenScopes } from '#shared/api-token.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { CallSource } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction, withoutAuthorization } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashToken } from '../../platform/ids.ts'
import { getProfile } from '../profile.ts'
import type { Customer, Staff } from '../sessions.ts'
import { findTokenRow, type TokenRow, updateLastUsed } from './token-queries.ts'

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
export async function authenticateToken(app: AppContext, token: string) {
  const holder = await findTokenHolder(app, app.db, token)
  if (holder && (holder.lastUsedAt === null || holder.lastUsedAt <= timestamp(app.clock, -USED_EVERY_MS)))
    await inTransaction(withoutAuthorization(app), (tx) => updateLastUsed(tx, holder.tokenId, timestamp(app.clock)))
  return holder
}

/** Whether a call has this scope. People, who call without a token, need none. */
export function hasScope({ apiToken }: Pick<CallSource, 'apiToken'>, scope: TokenScope) {
  return apiToken?.scopes.includes(scope) ?? true
}

/** Checks the scope of an effect that not every scope of its call covers, beside the permission of the role. */
export function requireScope(source: Pick<CallSource, 'apiToken'>, scope: TokenScope) {
  if (!hasScope(source, scope)) throw missingScope([scope])
}

/** One of these scopes is needed; without any, the call takes no token. */
export function missingScope(scopes: readonly TokenScope[] = []) {
  if (scopes.length === 0) return new AppError('forbidden', 'This call takes no API token.')
  return new AppError('forbidden', `The API token does not have the scope ${scopes.join(' or ')}.`)
}

/** Returns the scopes of a token. A scope that this version does not know is ignored. */
export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): TokenScope[] {
  const given = new Set(scopes.split(' '))
  return tokenScopes.filter((scope) => given.has(scope))
}

/** Whether a token can be used at `now` (ISO 8601); suspended while its maker or its customer may not act. */
export function stateOf(row: TokenRow, now: string, { staffMfa }: Pick<Config, 'staffMfa'>) {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  const isMakerGone = !hasPermission(row.maker_role as StaffRole, 'staff') || row.maker_disabled_at !== null
  const lacksFactor = staffMfa === 'required' && row.maker_factor_at === null
  if (row.maker_must_change_password || lacksFactor) return 'suspended'
  if (isMakerGone || !mayHoldScopes(row.maker_role as StaffRole, scopesOf(row))) return 'suspended'
  return row.customer_id !== null && row.customer_disabled_at !== null ? 'suspended' : 'active'
}

const MARK = 'gce_'
const SECRET_BYTES = 32
const SUM_LENGTH = 8
/** How much of a token lists show: 32 of its 256 random bits. */
const PREFIX_LENGTH = MARK.length + 8

/** Generates a token of 256 random bits, with a prefix for secret scanners and a checksum for typing errors. */
export function newTokenText() {
  const body = MARK + randomBytes(SECRET_BYTES).toString('hex')
  return { token: body + sumOf(body), prefix: body.slice(0, PREFIX_LENGTH) }
}

/** Returns whether the text has the format of a token, so that others are rejected without a query. */
export function isTokenText(text: string) {
  return /^gce_[0-9a-f]{72}$/.test(text) && sumOf(text.slice(0, -SUM_LENGTH)) === text.slice(-SUM_LENGTH)
}

function sumOf(body: string) {
  return createHash('sha256').update(body).digest('hex').slice(0, SUM_LENGTH)
}
