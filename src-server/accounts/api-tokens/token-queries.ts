import type { InferResult, Insertable } from 'kysely'
import type { ApiTokenTable } from '../../platform/db/account-tables.ts'
import { isChanged } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { type RightsTx, shareRights } from '../rights-queries.ts'

export async function insertToken(tx: Tx, row: Insertable<ApiTokenTable>) {
  await tx.insertInto('api_tokens').values(row).execute()
}

function tokenRows(db: Db) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users as maker', 'maker.id', 'api_tokens.maker_id')
    .leftJoin('users as customer', 'customer.id', 'api_tokens.customer_id')
    .leftJoin('second_factors as factor', 'factor.user_id', 'api_tokens.maker_id')
    .select(['api_tokens.id', 'api_tokens.name', 'prefix', 'scopes', 'maker_id', 'customer_id', 'expires_at'])
    .select(['api_tokens.created_at', 'last_used_at', 'revoked_at'])
    .select(['maker.name as maker_name', 'maker.username as maker_username', 'maker.role as maker_role'])
    .select(['maker.disabled_at as maker_disabled_at', 'maker.must_change_password as maker_must_change_password'])
    .select(['factor.confirmed_at as maker_factor_at', 'customer.name as customer_name'])
    .select(['customer.email as customer_email', 'customer.disabled_at as customer_disabled_at'])
}

export type TokenRow = InferResult<ReturnType<typeof tokenRows>>[number]

export async function listTokenRows(db: Db) {
  return tokenRows(db).orderBy('api_tokens.created_at', 'desc').orderBy('api_tokens.id').execute()
}

/** Returns a token. In a transaction, neither the token nor the rights of its people end before it. */
export async function findTokenRow(db: Db, tokenHash: string) {
  if (db.isTransaction) await shareToken(db, tokenHash)
  return tokenRows(db).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Before the token is read, because a lock cannot include the customer of an outer join. */
async function shareToken(db: Db, tokenHash: string) {
  const token = await table('api_tokens').find(db, { token_hash: tokenHash })
  if (!token) return
  await shareRights(
    db,
    [token.maker_id, token.customer_id].filter((id) => id !== null),
  )
}

/** Revokes a token, in a change of its maker's rights; returns false when it is unknown or revoked already. */
export async function revokeTokenRow(tx: RightsTx, id: string, at: string) {
  return isChanged(
    tx.updateTable('api_tokens').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null),
  )
}

export async function updateLastUsed(tx: Tx, id: string, at: string) {
  await tx.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Revokes all tokens of this customer and erases their names, which may contain personal data. */
export async function endTokensFor(tx: RightsTx, customerId: string, at: string) {
  await tx
    .updateTable('api_tokens')
    .set((set) => ({ name: 'Deleted account', revoked_at: set.fn.coalesce('revoked_at', set.val(at)) }))
    .where('customer_id', '=', customerId)
    .execute()
}
