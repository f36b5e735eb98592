import { mayHoldScopes, type TokenScope, tokenScopes } from '#shared/api-token.ts'
import type { TokenState } from '#shared/api-token-schema.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { Config } from '../../platform/config/config.ts'
import type { TokenRow } from './token-queries.ts'

/** Returns the scopes of a token. A scope that this version does not know is ignored. */
export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): TokenScope[] {
  const given = new Set(scopes.split(' '))
  return tokenScopes.filter((scope) => given.has(scope))
}

/** Whether a token can be used at `now` (ISO 8601); suspended while its maker or its customer may not act. */
export function stateOf(row: TokenRow, now: string, { staffMfa }: Pick<Config, 'staffMfa'>): TokenState {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  const isMakerGone = !hasPermission(row.maker_role as StaffRole, 'staff') || row.maker_disabled_at !== null
  const lacksFactor = staffMfa === 'required' && row.maker_factor_at === null
  if (row.maker_must_change_password || lacksFactor) return 'suspended'
  if (isMakerGone || !mayHoldScopes(row.maker_role as StaffRole, scopesOf(row))) return 'suspended'
  return row.customer_id !== null && row.customer_disabled_at !== null ? 'suspended' : 'active'
}
