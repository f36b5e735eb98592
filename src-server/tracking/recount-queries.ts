import type { Db } from '../platform/db/database.ts'

/** The whole history of the orders that have a status change since this time, each in order. */
export async function listHistories(db: Db, since: string) {
  return db
    .selectFrom('status_changes')
    .innerJoin('submissions', 'submissions.id', 'status_changes.submission_id')
    .select([
      'status_changes.submission_id',
      'status_changes.version',
      'to_status',
      'reason_code',
      'changed_by',
      'changed_at',
    ])
    .select(['undo_until', 'undo_mark', 'submissions.user_id', 'submissions.created_at'])
    .where('status_changes.submission_id', 'in', (of) =>
      of.selectFrom('status_changes').select('submission_id').where('changed_at', '>=', since),
    )
    .orderBy('status_changes.submission_id')
    .orderBy('status_changes.version')
    .execute()
}
export type HistoryRow = Awaited<ReturnType<typeof listHistories>>[number]

export async function listApprovedVersions(db: Db) {
  return db
    .selectFrom('payout_lines')
    .select(['submission_id', 'order_version'])
    .where('order_version', 'is not', null)
    .execute()
}

export async function listOrdersWithEvidence(db: Db) {
  return db.selectFrom('balance_checks').select('submission_id').where('file_id', 'is not', null).execute()
}

export async function listAllOffers(db: Db) {
  return db.selectFrom('information_requests').select(['state', 'closed_at']).where('kind', '=', 'offer').execute()
}

export async function listAllAppeals(db: Db) {
  return db.selectFrom('appeals').select(['state', 'due_at', 'decided_at']).execute()
}

export async function listAllSent(db: Db) {
  return db
    .selectFrom('payouts')
    .select(['method_type', 'approved_at', 'sent_at', 'state', 'provider'])
    .where('sent_at', 'is not', null)
    .execute()
}

export async function listDueTimes(db: Db) {
  return db.selectFrom('submissions').select('due_at').where('due_at', 'is not', null).execute()
}
