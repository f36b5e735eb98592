import { type AliasableExpression, sql } from 'kysely'
import type { SubmissionListName } from '#shared/submission-lists.ts'
import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'

type Listed = { id: string; due: string | null }

const lists: Readonly<Record<SubmissionListName, (db: Db) => AliasableExpression<Listed>>> = {
  'evidence-owed': (db) =>
    db
      .selectFrom('submissions')
      .select(['submissions.id', 'submissions.evidence_due_at as due'])
      .where('submissions.evidence_due_at', 'is not', null),
  requested: (db) =>
    db.selectFrom('information_requests').select(['submission_id as id', 'due_at as due']).where('state', '=', 'open'),
  answered: (db) =>
    db
      .selectFrom('submissions')
      .select(['submissions.id', 'submissions.due_at as due'])
      .where('submissions.queue_status', 'in', ['accepted', 'answered']),
  appeals: (db) =>
    db
      .selectFrom('appeals')
      .select(['appeals.submission_id as id', 'appeals.due_at as due'])
      // SQLite uses the index of these rows only for a literal.
      .where('appeals.state', '=', sql.lit('open')),
  overdue: (db) =>
    db
      .selectFrom('submissions')
      .select(['submissions.id', 'submissions.due_at as due'])
      .where('submissions.due_at', 'is not', null)
      .where('submissions.overdue_at', 'is not', null),
}

export async function countList(db: Db, name: SubmissionListName, now: string) {
  return db
    .selectFrom(lists[name](db).as('listed'))
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.countAll<number>().filterWhere('listed.due', '<=', now).as('overdue'),
    ])
    .executeTakeFirstOrThrow()
}

/** The earliest due first. */
export async function listIdsOf(
  db: Db,
  name: SubmissionListName,
  { offset, limit }: { offset: number; limit: number },
) {
  const rows = await db
    .selectFrom(lists[name](db).as('listed'))
    .select('listed.id')
    .orderBy('listed.due')
    .orderBy('listed.id')
    .offset(offset)
    .limit(limit)
    .execute()
  return idsOf(rows)
}
