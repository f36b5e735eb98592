import { tokenMessages } from '#shared/api-token.ts'
import type { MakeTokenInput } from '#shared/api-token-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { findCustomerByEmail } from '../account-queries.ts'
import { insertToken } from './token-queries.ts'
import { newTokenText } from './token-text.ts'

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

async function customerFor(tx: Tx, { scopes, customerEmail }: MakeTokenInput): Promise<string | null> {
  if (!scopes.includes('orders')) return null
  const field = 'customerEmail'
  if (!customerEmail) throw invalid(field, tokenMessages.noCustomer)
  const customer = await findCustomerByEmail(tx, customerEmail)
  if (!customer || customer.disabled_at !== null) throw invalid(field, tokenMessages.unknownCustomer)
  return customer.id
}
