import type { Insertable } from 'kysely'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { containsText } from '../db/contains-text.ts'
import type { Db, Tx } from '../db/database.ts'
import type { IdempotencyKeyTable, StatusChangeTable, SubmissionTable } from '../db/submission-tables.ts'

export async function insertSubmission(tx: Tx, row: SubmissionTable): Promise<void> {
  await tx.insertInto('submissions').values(row).execute()
}

export async function findSubmission(db: Db, id: string): Promise<SubmissionTable | undefined> {
  return db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first; the records of registrations are not orders and are left out. */
export async function listSubmissionsOf(
  db: Db,
  by: { userId: string } | { email: string },
): Promise<SubmissionTable[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where((where) => ('userId' in by ? where('user_id', '=', by.userId) : where('email', '=', by.email)))
    .where('status', '!=', 'registered')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One page, newest first, of the submissions with this status (all, without one) that match the search. */
export async function listSubmissionPage(
  db: Db,
  { page, limit, status, search }: SubmissionListInput,
): Promise<{ rows: SubmissionTable[]; totalItems: number }> {
  let matching = db.selectFrom('submissions')
  if (status) matching = matching.where('status', '=', status)
  if (search)
    matching = matching.where((where) =>
      where.or(['email', 'card_type', 'id'].map((column) => containsText(column, search))),
    )
  const { count } = await matching.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, totalItems: Number(count) }
}

/** Sets a status when the submission still has the version it was read with; false when somebody was faster. */
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

export async function insertStatusChange(tx: Tx, row: Insertable<StatusChangeTable>): Promise<void> {
  await tx.insertInto('status_changes').values(row).execute()
}

/** A submission's history, oldest first, with the name of who made each change. */
export async function listStatusChanges(
  db: Db,
  submissionId: string,
): Promise<(StatusChangeTable & { changed_by_name: string })[]> {
  return db
    .selectFrom('status_changes')
    .innerJoin('users', 'users.id', 'status_changes.changed_by')
    .selectAll('status_changes')
    .select('users.name as changed_by_name')
    .where('submission_id', '=', submissionId)
    .orderBy('version')
    .execute()
}

export async function findIdempotencyKey(
  db: Db,
  userId: string,
  key: string,
): Promise<Pick<IdempotencyKeyTable, 'request_hash' | 'submission_id'> | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'submission_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertIdempotencyKey(tx: Tx, row: IdempotencyKeyTable): Promise<void> {
  await tx.insertInto('idempotency_keys').values(row).execute()
}
