import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { findBuyerNamed } from './buyer-queries.ts'

/** By name in any case; a new buyer is added. */
export async function buyerNamed(app: AppContext, tx: Tx, staff: Actor, name: string): Promise<string> {
  const known = await findBuyerNamed(tx, name)
  if (known) return known.id
  const id = newId()
  if (await table('buyers').insertOnce(tx, { id, name, made_by: staff.id, made_at: timestamp(app.clock) })) {
    await audit(app, tx, staff, 'buyer.added', id)
    return id
  }
  const other = await findBuyerNamed(tx, name)
  if (!other) throw new Error('A buyer is neither new nor known.')
  return other.id
}
