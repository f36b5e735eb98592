import type { Db, Tx } from '../platform/db/database.ts'
import type { StatusChangeTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'

/** With the name of who said so. */
export async function findPlace(db: Db, submissionId: string) {
  return db
    .selectFrom('card_places')
    .innerJoin('users', 'users.id', 'card_places.chosen_by')
    .selectAll('card_places')
    .select('users.name as chosen_by_name')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
}

/** The newest answer for a brand. */
export async function findUsualPlace(db: Db, cardBrand: string) {
  return db
    .selectFrom('card_places')
    .select(['place', 'name'])
    .where('card_brand', '=', cardBrand)
    .orderBy('chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Of a decision that is undone. */
export async function forgetPlace(
  tx: Tx,
  { submission_id, changed_by, changed_at }: Pick<StatusChangeTable, 'submission_id' | 'changed_by' | 'changed_at'>,
) {
  await table('card_places').remove(tx, { submission_id, chosen_by: changed_by, chosen_at: changed_at })
}
