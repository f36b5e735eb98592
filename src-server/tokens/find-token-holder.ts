import type { TokenScope } from '#shared/api-token.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { Customer, Staff } from '../accounts/sessions.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../ids.ts'
import { findTokenRow, updateLastUsed } from './token-queries.ts'
import { scopesOf, stateOf } from './token-state.ts'
import { isTokenText } from './token-text.ts'

/** `last_used_at` is this coarse: finer would cost a write for every request. */
const USED_EVERY_MS = 5 * 60 * 1000
const NEVER = '9999-12-31T23:59:59.999Z'

/** Whom a token stands for: who made it, in the role they have now, and the customer it orders for. */
export type TokenHolder = { tokenId: string; scopes: readonly TokenScope[]; staff: Staff; customer: Customer | null }

/** Null when the token is none, is over, or who stands behind it may no longer do all of it. */
export async function findTokenHolder(ctx: AppContext, token: string): Promise<TokenHolder | null> {
  if (!isTokenText(token)) return null
  const row = await findTokenRow(ctx.db, hashToken(token))
  if (!row || stateOf(row, timestamp(ctx.clock), ctx.config) !== 'active') return null
  if (row.last_used_at === null || row.last_used_at <= timestamp(ctx.clock, -USED_EVERY_MS))
    await updateLastUsed(ctx.db, row.id, timestamp(ctx.clock))
  // No session: nothing that ends sessions concerns it, and no session has such an id.
  const session = { sessionId: `token ${row.id}`, sessionEndsAt: row.expires_at ?? NEVER }
  return {
    tokenId: row.id,
    scopes: scopesOf(row),
    staff: {
      ...session,
      id: row.maker_id,
      name: row.maker_name,
      username: row.maker_username ?? '',
      role: row.maker_role as Staff['role'],
      mustDo: null,
    },
    customer: row.customer_id === null ? null : { ...session, ...(await customerOf(ctx, row.customer_id)) },
  }
}

async function customerOf(ctx: AppContext, customerId: string) {
  const { id, name, email, phone, address } = await getUser(ctx.db, customerId)
  return { id, name, email: email ?? '', phone, address }
}
