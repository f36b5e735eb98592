import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { policies } from '#shared/policy.ts'
import { latestPlan, MAX_UNDO_MS } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** Small, so that other writers do not wait long. A transaction skips locked rows, which the next run finds. */
const BATCH = 100
const nextOf = (db: Db) => (due: SelectQueryBuilder<Schema, 'submissions', SubmissionTable>) =>
  due.limit(BATCH).$if(db.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
const MAX_KEPT_MS = policies.inventory.rules.holdDays.bounds[1] * 24 * 60 * 60_000

/** The earliest due first. */
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

/** Their files are kept until the answer. */
const openAppeals = (orders: Pick<ExpressionBuilder<Schema, 'submissions'>, 'selectFrom'>) =>
  orders.selectFrom('appeals').select('appeals.submission_id').where('appeals.state', '=', sql.lit('open'))

/** Final at `before` or earlier, with photos, whose code is kept. */
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

/** Purged ones that became final at `before` or earlier and still have evidence. */
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

/** Final at `before` or earlier, not purged yet, without a kept code. */
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

/** Final, not purged, and past their undo window. */
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
