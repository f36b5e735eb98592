import type { Insertable } from 'kysely'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import { countRows, isChanged, readPage } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'

export async function insertSubmission(tx: Tx, row: Insertable<SubmissionTable>) {
  await tx.insertInto('submissions').values(row).execute()
}

/** A transaction locks it until its end. */
export const findSubmission = (db: Db, id: string) => table('submissions').findLocked(db, { id })

/** Locks the customer first, so that no two transactions wait for each other. */
export async function lockSubmission(tx: Tx, id: string) {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (own) => own.selectFrom('submissions').select('user_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute()
  return findSubmission(tx, id)
}

/** Newest first, without the registration record. */
export const listSubmissionsOf: (db: Db, userId: string) => Promise<SubmissionTable[]> = compiledQuery(
  (db, userId: string) =>
    db
      .selectFrom('submissions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('status', '!=', 'registered')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
)

export async function countResubmissions(db: Db, firstOrderId: string) {
  return countRows(db.selectFrom('submissions').where('first_order_id', '=', firstOrderId))
}

/** Returns false when it no longer has `version`. */
export async function updateStatus(tx: Tx, id: string, version: number, changes: Partial<SubmissionTable>) {
  return isChanged(tx.updateTable('submissions').set(changes).where('id', '=', id).where('version', '=', version))
}

/** The caller has locked it. */
export async function updateSubmission(tx: Tx, id: string, changes: Partial<SubmissionTable>) {
  await tx.updateTable('submissions').set(changes).where('id', '=', id).execute()
}

export type NamedChange = Awaited<ReturnType<typeof listStatusChanges>>[number]

export async function listStatusChanges(db: Db, submissionId: string) {
  return db
    .selectFrom('status_changes')
    .innerJoin('users', 'users.id', 'status_changes.changed_by')
    .innerJoin('submissions', 'submissions.id', 'status_changes.submission_id')
    .selectAll('status_changes')
    .select(['users.name as changed_by_name', 'submissions.user_id as customer_id'])
    .where('submission_id', '=', submissionId)
    .orderBy('status_changes.version')
    .execute()
}

/** Newest first, without the registration record. */
export async function listSubmissionPageOf(db: Db, userId: string, input: { page: number; limit: number }) {
  const submissions = db.selectFrom('submissions').where('user_id', '=', userId).where('status', '!=', 'registered')
  const rows = submissions
    .select(['id', 'card_type', 'card_value_cents', 'payout_cents', 'payment_type', 'card_number_masked', 'status'])
    .select('created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(submissions, rows, input)
}
