import type { Db, Tx } from '../platform/db/database.ts'
import type { CardPlaceTable, DispositionTable } from '../platform/db/inventory-tables.ts'

/** The dispositions of an item, the first one first. */
export async function listDispositions(db: Db, submissionId: string): Promise<DispositionTable[]> {
  return db.selectFrom('dispositions').selectAll().where('submission_id', '=', submissionId).orderBy('number').execute()
}

/** Stores where the balance of a card is now. */
export async function savePlace(tx: Tx, { submission_id, card_brand, ...chosen }: CardPlaceTable): Promise<void> {
  await tx
    .insertInto('card_places')
    .values({ submission_id, card_brand, ...chosen })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(chosen))
    .execute()
}
