import { inventoryMessages } from '#shared/inventory.ts'
import type { Buyer, RenameBuyerInput } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { listBuyerDebts } from '../payouts/item-queries.ts'
import { timestamp } from '../platform/clock.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { BuyerTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { findBuyerNamed, listBuyers, renameBuyerRow } from './buyer-queries.ts'

/** By name. */
export async function listNamedBuyers({ db }: AppContext): Promise<Buyer[]> {
  const debts = await listBuyerDebts(db)
  return (await listBuyers(db)).map((row) => view(row, debts))
}

/** A known name is the buyer that there is. */
export async function addBuyer(ctx: CallContext, staff: Actor, { name }: { name: string }): Promise<Buyer> {
  return inTransaction(ctx, async (tx, app) => {
    return viewBuyer(tx, await buyerNamed(app, tx, staff, name))
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
    return viewBuyer(tx, id)
  })
}

/** For good. What they bought stays, with its amounts. */
export async function eraseBuyer(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await inTransaction(ctx, async (tx, app) => {
    const row = await table('buyers').findLocked(tx, { id })
    if (!row?.name) throw notFound()
    await renameBuyerRow(tx, row, '')
    await audit(app, tx, staff, 'buyer.erased', id)
  })
}

type Debts = Awaited<ReturnType<typeof listBuyerDebts>>

function view(row: BuyerTable, debts: Debts): Buyer {
  const cents = debts.find(({ buyer_id }) => buyer_id === row.id)?.cents ?? 0
  return { ...fieldsOf(row, 'id', 'name', 'made_at'), owed: dollarsFromCents(cents) }
}

/** With what they owe. */
export async function viewBuyer(db: Db, id: string): Promise<Buyer> {
  return view(await table('buyers').getLocked(db, { id }), await listBuyerDebts(db))
}

/** By name in any case; a new buyer is added. */
export async function buyerNamed(app: AppContext, tx: Tx, staff: Actor, name: string) {
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
