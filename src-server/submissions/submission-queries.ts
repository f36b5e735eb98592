import { compiledQuery } from '../platform/db/compiled-query.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import type { QueuedSubmission, StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'

export async function insertSubmission(tx: Tx, row: SubmissionTable): Promise<void> {
  await tx.insertInto('submissions').values(row).execute()
}

/** Returns a submission, which a transaction locks until its end. */
export async function findSubmission(db: Db, id: string): Promise<QueuedSubmission | undefined> {
  return db.selectFrom('submissions').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/**
 * Locks the customer, then their submission, so that no two transactions wait for each other. Returns the submission.
 */
export async function lockSubmission(tx: Tx, id: string): Promise<SubmissionTable | undefined> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (own) => own.selectFrom('submissions').select('user_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute()
  return findSubmission(tx, id)
}

/** Returns a customer's submissions, newest first, without the registration record. */
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

/** Updates a submission if it still has `version`; returns false when a concurrent update was first. */
export async function updateStatus(
  tx: Tx,
  id: string,
  version: number,
  changes: Partial<SubmissionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set(changes)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes how an order is paid. The caller has locked it. */
export async function updatePayoutMethod(
  tx: Tx,
  id: string,
  method: Pick<SubmissionTable, 'payment_type' | 'payout_details_encrypted' | 'payout_fingerprint'>,
): Promise<void> {
  await tx.updateTable('submissions').set(method).where('id', '=', id).execute()
}

/** A status change with its author's name and the customer of the submission. */
export type NamedChange = StatusChangeTable & { changed_by_name: string; customer_id: string }

/** Returns the status changes of a submission, oldest first. */
export async function listStatusChanges(db: Db, submissionId: string): Promise<NamedChange[]> {
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
