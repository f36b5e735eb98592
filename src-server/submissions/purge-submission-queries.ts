import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { policyBounds } from '#shared/policy.ts'
import { latestPlan, MAX_UNDO_MS } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/**
 * Submissions per transaction: small, so that other writers do not wait long. A transaction skips what another one has
 * locked, such as a decision or the purge of another node; the next run finds it.
 */
const BATCH = 100
const nextOf = (db: Db) => (due: SelectQueryBuilder<Schema, 'submissions', SubmissionTable>) =>
  due.limit(BATCH).$if(db.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
const MAX_KEPT_MS = policyBounds.holdDays[1] * 24 * 60 * 60_000

/** Returns the next submissions whose security code is due for erasure by `now`, earliest due first. */
export async function listDueErasures(db: Db, now: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where((where) =>
      where.or([where('erase_code_at', '<=', now), where('erase_code_at', '>', latestPlan(now, MAX_UNDO_MS))]),
    )
    .orderBy('erase_code_at')
    .$call(nextOf(db))
    .execute()
}

/** Returns the next submissions whose number and code were kept until `now` or earlier. */
export async function listKeptUntil(db: Db, now: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where((where) =>
      where.or([where('kept_until', '<=', now), where('kept_until', '>', latestPlan(now, MAX_KEPT_MS))]),
    )
    .orderBy('kept_until')
    .$call(nextOf(db))
    .execute()
}

/** The orders of open appeals, whose files are kept until the answer. */
const openAppeals = (orders: Pick<ExpressionBuilder<Schema, 'submissions'>, 'selectFrom'>) =>
  orders.selectFrom('appeals').select('appeals.submission_id').where('appeals.state', '=', sql.lit('open'))

/**
 * Returns the next submissions that became final at `before` or earlier and have photos, whose code is kept, and that
 * have no open appeal.
 */
export async function listKeptWithPhotos(db: Db, before: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('kept_until', 'is not', null)
    .where('final_at', '<=', before)
    .where('id', 'in', (photos) =>
      photos.selectFrom('files').select('submission_id').whereRef('submission_id', '=', 'submissions.id'),
    )
    .where('id', 'not in', openAppeals)
    .$call(nextOf(db))
    .execute()
}

/**
 * Returns the next purged submissions that became final at `before` or earlier, still have evidence and have no open
 * appeal.
 */
export async function listPurgedWithFiles(db: Db, before: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', '<=', before)
    .where('purged_at', 'is not', null)
    .where('id', 'in', (added) =>
      added
        .selectFrom('files')
        .select((select) => select.ref('submission_id').$notNull().as('submission_id'))
        .where('kind', '=', 'evidence'),
    )
    .where('id', 'not in', openAppeals)
    .$call(nextOf(db))
    .execute()
}

/**
 * Returns the next submissions that became final at `before` or earlier, are not purged yet, keep no code and have no
 * open appeal.
 */
export async function listEndedBefore(db: Db, before: string): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('final_at', '<=', before)
    .where('purged_at', 'is', null)
    .where('kept_until', 'is', null)
    .where('id', 'not in', openAppeals)
    .orderBy('final_at')
    .$call(nextOf(db))
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
    .$call(nextOf(db))
    .execute()
}

export async function eraseFields(tx: Tx, id: string, changes: Partial<SubmissionTable>): Promise<void> {
  await tx.updateTable('submissions').set(changes).where('id', '=', id).execute()
}
