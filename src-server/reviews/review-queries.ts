import type { ReviewStatus } from '#shared/submission.ts'
import { countRows, findEarliest, isChanged } from '../platform/db/count-rows.ts'
import type { Db, ServerDb, Tx } from '../platform/db/database.ts'
import type { ReviewLockTable, StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'

type SubmissionKey = Pick<SubmissionTable, 'id' | 'user_id'>

/** Newest first. */
export async function listOtherSubmissions(db: Db, submission: SubmissionKey, limit: number) {
  return otherSubmissions(db, submission)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countOtherSubmissions(db: Db, submission: SubmissionKey) {
  return countRows(otherSubmissions(db, submission))
}

function otherSubmissions(db: Db, { id, user_id }: SubmissionKey) {
  return db
    .selectFrom('submissions')
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('status', '!=', 'registered')
}

export type FlaggedSubmission = Awaited<ReturnType<typeof listSamePhoto>>[number]

export async function listSameCard(db: Db, submission: SubmissionTable, prints: readonly string[], limit: number) {
  if (prints.length === 0) return []
  return newestOthers(db, submission, limit)
    .where('id', 'in', (same) =>
      same.selectFrom('card_fingerprints').select('submission_id').where('fingerprint', 'in', prints),
    )
    .execute()
}

/** Newest first. */
export async function listSamePhoto(db: Db, submission: SubmissionTable, limit: number) {
  return newestOthers(db, submission, limit)
    .where((where) =>
      where.or(
        (['sha256', 'rendition_sha256'] as const).map((hash) =>
          where('id', 'in', (withPhoto) =>
            withPhoto
              .selectFrom('files')
              .innerJoin('files as same', `same.${hash}`, `files.${hash}`)
              .select((select) => select.ref('same.submission_id').$notNull().as('submission_id'))
              .where('files.submission_id', '=', submission.id)
              .where('files.kind', '=', 'upload')
              .where('same.kind', '=', 'upload')
              .where('same.submission_id', 'is not', null),
          ),
        ),
      ),
    )
    .execute()
}

/** Of other customers, newest first. */
export async function listSamePayout(db: Db, submission: SubmissionTable, prints: readonly string[], limit: number) {
  if (prints.length === 0) return []
  return newestOthers(db, submission, limit)
    .where('payout_fingerprint', 'in', prints)
    .where('user_id', '!=', submission.user_id)
    .execute()
}

/** `declined_at` is when its customer declined an offer for the card, or let it end. */
function newestOthers(db: Db, submission: SubmissionTable, limit: number) {
  return db
    .selectFrom('submissions')
    .select(['id', 'user_id', 'email', 'status', 'first_order_id', 'created_at'])
    .select((select) =>
      select
        .selectFrom('information_requests')
        .select((declined) => declined.fn.max('closed_at').as('at'))
        .whereRef('information_requests.submission_id', '=', 'submissions.id')
        .where('information_requests.kind', '=', 'offer')
        .where('information_requests.state', 'in', ['declined', 'expired'])
        .where('submissions.status', '=', 'rejected')
        .as('declined_at'),
    )
    .where('id', '!=', submission.id)
    .orderBy('created_at', 'desc')
    .limit(limit)
}

/** Ends what is owed: the decision is based on this check. */
export async function linkEvidence(
  tx: Tx,
  { id, submission_id }: Pick<StatusChangeTable, 'id' | 'submission_id'>,
  checkId: string,
) {
  await tx.updateTable('status_changes').set({ check_id: checkId }).where('id', '=', id).execute()
  await tx.updateTable('submissions').set({ evidence_due_at: null }).where('id', '=', submission_id).execute()
}

export async function findNextErasure(db: Db) {
  return findEarliest(db.selectFrom('submissions'), 'erase_code_at', 'kept_until')
}

/** Newest first. */
export async function listGivenReasons(
  db: Db,
  { cardBrand, status }: { cardBrand: string; status: ReviewStatus },
  limit: number,
) {
  const rows = await db
    .selectFrom('status_changes')
    .select('reason')
    .where('card_brand', '=', cardBrand)
    .where('to_status', '=', status)
    .where('undo_mark', 'is', null)
    .orderBy('changed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ reason }) => (reason === null ? [] : [reason]))
}

/** Submissions with outdated fingerprints, by id after `after`. A partial index covers them. */
export async function listOfOlderRules(db: Db, { after, limit }: { after: string; limit: number }) {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('fingerprint_rules', 'is', null)
    .where('payout_details_encrypted', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns false when the payout details have been erased in between. */
export async function updateFingerprints(
  tx: Tx,
  id: string,
  changes: Partial<Pick<SubmissionTable, 'payout_fingerprint' | 'card_number_masked' | 'fingerprint_rules'>>,
) {
  return isChanged(
    tx.updateTable('submissions').set(changes).where('id', '=', id).where('payout_details_encrypted', 'is not', null),
  )
}

/** Without a lock whose lease has expired at `now`. */
export async function findActiveLock(db: Db, submissionId: string, now: string) {
  return db
    .selectFrom('review_locks')
    .innerJoin('users', 'users.id', 'review_locks.holder_id')
    .select(['holder_id', 'lease_until', 'users.name as holder_name'])
    .where('submission_id', '=', submissionId)
    .where('lease_until', '>', now)
    .executeTakeFirst()
}

/** Returns false when this staff member no longer has the lock. */
export async function renewLock(tx: Tx, { submission_id, holder_id, lease_until }: ReviewLockTable, now: string) {
  return isChanged(
    tx
      .updateTable('review_locks')
      .set({ lease_until })
      .where('submission_id', '=', submission_id)
      .where('holder_id', '=', holder_id)
      .where('lease_until', '>', now),
  )
}

export async function deleteExpiredLocks(db: ServerDb, now: string) {
  await db.deleteFrom('review_locks').where('lease_until', '<=', now).execute()
}
