import type { Db, Tx } from '../platform/db/database.ts'
import type { CardPlaceTable } from '../platform/db/inventory-tables.ts'

/** The first one first. */
export async function listDispositions(db: Db, submissionId: string) {
  return db.selectFrom('dispositions').selectAll().where('submission_id', '=', submissionId).orderBy('number').execute()
}

/** Where the balance of a card is. */
export async function savePlace(tx: Tx, { submission_id, card_brand, ...chosen }: CardPlaceTable) {
  await tx
    .insertInto('card_places')
    .values({ submission_id, card_brand, ...chosen })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(chosen))
    .execute()
}
