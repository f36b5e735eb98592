import { tokenMessages } from '#shared/api-token.ts'
import type { ApiToken, MakeTokenInput } from '#shared/api-token-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { fieldsOf } from '../../platform/without-nulls.ts'
import { findCustomerByEmail } from '../account-queries.ts'
import { inRightsChange } from '../rights-queries.ts'
import { newTokenText, scopesOf, stateOf } from './find-token-holder.ts'
import { insertToken, listTokenRows, revokeTokenRow } from './token-queries.ts'

/** Creates an API token. The token is returned only here; the database has its hash. */
export async function makeToken(ctx: CallContext, owner: Actor, input: MakeTokenInput) {
  const { token, prefix } = newTokenText()
  const id = newId()
  const now = timestamp(ctx.app.clock)
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString()
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', tokenMessages.pastExpiry)
  const scopes = [...new Set(input.scopes)].sort().join(' ')
  await inTransaction(ctx, async (tx, app) => {
    await insertToken(tx, {
      id,
      name: input.name,
      token_hash: hashToken(token),
      prefix,
      scopes,
      maker_id: owner.id,
      customer_id: await customerFor(tx, input),
      created_at: now,
      expires_at: expiresAt,
    })
    await audit(app, tx, owner, 'token.made', id, scopes)
  })
  return { id, token }
}

async function customerFor(tx: Tx, { scopes, customerEmail }: MakeTokenInput) {
  if (!scopes.includes('orders')) return null
  const field = 'customerEmail'
  if (!customerEmail) throw invalid(field, tokenMessages.noCustomer)
  const customer = await findCustomerByEmail(tx, customerEmail)
  if (!customer || customer.disabled_at !== null) throw invalid(field, tokenMessages.unknownCustomer)
  return customer.id
}

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

/** Effective from its next request. Repeating it has no effect. */
export async function revokeToken(ctx: CallContext, owner: Actor, id: string) {
  const token = await table('api_tokens').find(ctx.app.db, { id })
  if (!token) throw notFound()
  await inRightsChange(ctx, [owner.id, token.maker_id], async (tx, app) => {
    if (!(await revokeTokenRow(tx, id, timestamp(app.clock)))) return
    await audit(app, tx, owner, 'token.revoked', id)
  })
}
