import type { Db, Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'

/** So many orders in one transaction; nobody waits for more. */
const BATCH = 100

/** The next orders whose security code has to go by `now`, the longest due first. */
export async function listDueErasures(db: Db, now: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('erase_code_at', '<=', now)
    .orderBy('erase_code_at')
    .limit(BATCH)
    .execute()
}

/** The next orders that reached their end at `before` or earlier and still have their number or photos. */
export async function listEndedBefore(db: Db, before: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', '<=', before)
    .where('purged_at', 'is', null)
    .orderBy('final_at')
    .limit(BATCH)
    .execute()
}

/** The next of these brands that are over, cannot be undone, and still have their number or photos. */
export async function listEndedOfBrands(db: Db, brands: readonly string[]): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', 'is not', null)
    .where('purged_at', 'is', null)
    .where('erase_code_at', 'is', null)
    .where('card_brand', 'in', brands)
    .limit(BATCH)
    .execute()
}

export async function eraseFields(tx: Tx, id: string, changes: Partial<SubmissionTable>): Promise<void> {
  await tx.updateTable('submissions').set(changes).where('id', '=', id).execute()
}
