import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { BuyerTable } from '../platform/db/inventory-tables.ts'
import { lockedIn } from '../platform/db/row-locks.ts'

/** Buyers in the order of their names, without those whose name was erased. */
export async function listBuyers(db: Db): Promise<BuyerTable[]> {
  return db.selectFrom('buyers').selectAll().where('name', '<>', '').orderBy(sql`lower(name)`).orderBy('id').execute()
}

/** The buyer with this name, in any case. */
export async function findBuyerNamed(db: Db, name: string): Promise<BuyerTable | undefined> {
  return db
    .selectFrom('buyers')
    .selectAll()
    .where('name', '<>', '')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
}

/** A buyer, which a transaction locks until its end. */
export async function findBuyer(db: Db, id: string): Promise<BuyerTable | undefined> {
  return db.selectFrom('buyers').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/** Returns false when there is a buyer with this name. */
export async function insertBuyer(tx: Tx, row: BuyerTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('buyers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes the name of a buyer, also where the balance of a card is with them. An empty name erases it. */
export async function renameBuyerRow(tx: Tx, { id, name: before }: BuyerTable, name: string): Promise<void> {
  await tx.updateTable('buyers').set({ name }).where('id', '=', id).execute()
  await tx
    .updateTable('card_places')
    .set({ name })
    .where('place', '=', sql.lit('buyer'))
    .where(sql`lower(name)`, '=', sql`lower(${before})`)
    .execute()
}
