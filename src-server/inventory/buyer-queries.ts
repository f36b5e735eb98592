import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { BuyerTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'

/** By name, without those whose name was erased. */
export async function listBuyers(db: Db) {
  return db.selectFrom('buyers').selectAll().where('name', '<>', '').orderBy(sql`lower(name)`).orderBy('id').execute()
}

/** In any case. */
export async function findBuyerNamed(db: Db, name: string) {
  return db
    .selectFrom('buyers')
    .selectAll()
    .where('name', '<>', '')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
}

/** Also where the balance of a card is with them. An empty name erases it. */
export async function renameBuyerRow(tx: Tx, { id, name: before }: BuyerTable, name: string) {
  await table('buyers').update(tx, { id }, { name })
  await tx
    .updateTable('card_places')
    .set({ name })
    .where('place', '=', sql.lit('buyer'))
    .where(sql`lower(name)`, '=', sql`lower(${before})`)
    .execute()
}
