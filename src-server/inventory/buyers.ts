import { inventoryMessages } from '#shared/inventory.ts'
import type { Buyer, RenameBuyerInput } from '#shared/inventory-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { BuyerTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { findBuyerNamed, listBuyers, renameBuyerRow } from './buyer-queries.ts'

/** By name. */
export async function listNamedBuyers({ db }: AppContext): Promise<Buyer[]> {
  return (await listBuyers(db)).map(view)
}

/** A known name is the buyer that there is. */
export async function addBuyer(ctx: CallContext, staff: Actor, { name }: { name: string }): Promise<Buyer> {
  return inTransaction(ctx, async (tx, app) => {
    const row = await table('buyers').findLocked(tx, { id: await buyerNamed(app, tx, staff, name) })
    if (!row) throw notFound()
    return view(row)
  })
}

export async function renameBuyer(ctx: CallContext, staff: Actor, { id, name }: RenameBuyerInput): Promise<Buyer> {
  return inTransaction(ctx, async (tx, app) => {
    const row = await table('buyers').findLocked(tx, { id })
    if (!row?.name) throw notFound()
    const other = await findBuyerNamed(tx, name)
    if (other && other.id !== id) throw conflict(inventoryMessages.buyerExists(other.name), { field: 'name' })
    await renameBuyerRow(tx, row, name)
    await audit(app, tx, staff, 'buyer.renamed', id)
    return view({ ...row, name })
  })
}

/** For good. What they bought stays, with its amounts. */
export async function eraseBuyer(ctx: CallContext, staff: Actor, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const row = await table('buyers').findLocked(tx, { id })
    if (!row?.name) throw notFound()
    await renameBuyerRow(tx, row, '')
    await audit(app, tx, staff, 'buyer.erased', id)
  })
}

const view = (row: BuyerTable): Buyer => fieldsOf(row, 'id', 'name', 'made_at')

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
