import type { Db } from '../platform/db/database.ts'

export async function findNewestCheckBy(
  db: Db,
  { submissionId, by, since }: { submissionId: string; by: string; since: string },
) {
  return db
    .selectFrom('balance_checks')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('checked_by', '=', by)
    .where('checked_at', '>=', since)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export type NamedCheck = Awaited<ReturnType<typeof listChecks>>[number]

export async function listChecks(db: Db, submissionId: string) {
  return db
    .selectFrom('balance_checks')
    .innerJoin('users', 'users.id', 'balance_checks.checked_by')
    .selectAll('balance_checks')
    .select('users.name as checked_by_name')
    .where('submission_id', '=', submissionId)
    .orderBy('checked_at')
    .orderBy('balance_checks.id')
    .execute()
}

/** Those that the customer may see, oldest first: of decisions that stand and cannot be undone at `now`. */
export async function listShownChecks(db: Db, submissionId: string, now: string) {
  return db
    .selectFrom('balance_checks')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('id', 'in', (decisions) =>
      decisions
        .selectFrom('status_changes')
        .select((select) => select.ref('check_id').$notNull().as('check_id'))
        .where('submission_id', '=', submissionId)
        .where('check_id', 'is not', null)
        .where('undo_mark', 'is', null)
        .where((where) => where.or([where('undo_until', 'is', null), where('undo_until', '<=', now)])),
    )
    .orderBy('checked_at')
    .orderBy('id')
    .execute()
}
