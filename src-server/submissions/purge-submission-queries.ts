import { latestPlan, MAX_UNDO_MS } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/**
 * Submissions per transaction: small, so that other writers do not wait long. A transaction skips what another one has
 * locked, such as a decision or the purge of another node; the next run finds it.
 */
const BATCH = 100

/** Returns the next submissions whose security code is due for erasure by `now`, earliest due first. */
export async function listDueErasures(db: Db, now: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where((where) =>
      where.or([where('erase_code_at', '<=', now), where('erase_code_at', '>', latestPlan(now, MAX_UNDO_MS))]),
    )
    .orderBy('erase_code_at')
    .limit(BATCH)
    .$if(db.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
    .execute()
}

/** Returns the next submissions that became final at `before` or earlier and are not purged yet. */
export async function listEndedBefore(db: Db, before: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', '<=', before)
    .where('purged_at', 'is', null)
    .orderBy('final_at')
    .limit(BATCH)
    .$if(db.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
    .execute()
}

/** Returns the next final submissions of these brands that cannot be undone and are not purged yet. */
export async function listEndedOfBrands(db: Db, brands: readonly string[]): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', 'is not', null)
    .where('purged_at', 'is', null)
    .where('erase_code_at', 'is', null)
    .where('card_brand', 'in', brands)
    .limit(BATCH)
    .$if(db.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
    .execute()
}

export async function eraseFields(tx: Tx, id: string, changes: Partial<SubmissionTable>): Promise<void> {
  await tx.updateTable('submissions').set(changes).where('id', '=', id).execute()
}
