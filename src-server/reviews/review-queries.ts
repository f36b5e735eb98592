import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'

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
