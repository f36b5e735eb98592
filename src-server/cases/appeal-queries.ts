import { sql } from 'kysely'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { storedColumns } from '../platform/db/page-pictures.ts'
import { table } from '../platform/db/table.ts'

/** Who has changed the status of this order, and who has decided its problem. */
export async function listDeciders(
  db: Db,
  { submission_id, problem_id }: Pick<AppealTable, 'submission_id' | 'problem_id'>,
) {
  const changes = await table('status_changes').list(db, { submission_id })
  const problem = problem_id === null ? undefined : await table('order_problems').find(db, { id: problem_id })
  return [...changes.map(({ changed_by }) => changed_by), ...(problem?.decided_by ? [problem.decided_by] : [])]
}

export async function findOpenAppealOf(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('appeals')
    .innerJoin('submissions', 'submissions.id', 'appeals.submission_id')
    .select('submission_id')
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('open'))
    .limit(1)
    .executeTakeFirst()
  return row?.submission_id
}

const PURGED_AT_ONCE = 20

/** Some that were closed at `before` (ISO 8601) or earlier, with words or pictures. */
export async function listClosedWithWords(tx: Tx, before: string) {
  return tx
    .selectFrom('appeals')
    .select(['id', 'submission_id'])
    .where('decided_at', '<=', before)
    .where((where) =>
      where.or([
        where('words_encrypted', 'is not', null),
        where('answer_encrypted', 'is not', null),
        where.exists(where.selectFrom('files').select('files.id').whereRef('files.appeal_id', '=', 'appeals.id')),
      ]),
    )
    .orderBy('decided_at')
    .limit(PURGED_AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Also deletes the rows of its pictures; returns their storage keys. */
export async function eraseAppeal(tx: Tx, id: string) {
  await table('appeals').update(tx, { id }, { words_encrypted: null, answer_encrypted: null })
  return tx.deleteFrom('files').where('appeal_id', '=', id).returning(storedColumns).execute()
}

type Answers = { review: boolean; pay: boolean }

/** The earliest due first; `overdue` counts those that were due at `now` or earlier. */
export async function listOpenAppeals(
  db: Db,
  answers: Answers,
  { page, limit, now }: { page: number; limit: number; now: string },
) {
  const open = openFor(db, answers)
  const { totalItems, late } = await open
    .select((select) => [
      select.fn.countAll<number>().as('totalItems'),
      select.fn
        .sum<number | null>(select.case().when('due_at', '<=', now).then(sql.lit(1)).else(sql.lit(0)).end())
        .as('late'),
    ])
    .executeTakeFirstOrThrow()
  const ids = open
    .select('appeals.id')
    .orderBy('due_at')
    .orderBy('appeals.id')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await named(db)
    .where('appeals.id', 'in', db.selectFrom(ids.as('page')).select('page.id'))
    .orderBy('due_at')
    .orderBy('appeals.id')
    .execute()
  return { rows, totalItems, overdue: late ?? 0 }
}

function openFor(db: Db, { review, pay }: Answers) {
  const open = db.selectFrom('appeals').where('state', '=', sql.lit('open'))
  if (review && pay) return open
  return review ? open.where('problem_id', 'is', null) : open.where('problem_id', 'is not', null)
}

export type NamedAppeal = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

function named(db: Db) {
  return db
    .selectFrom('appeals')
    .innerJoin('submissions', 'submissions.id', 'appeals.submission_id')
    .leftJoin('status_changes', 'status_changes.id', 'appeals.decision_id')
    .leftJoin('users as deciders', 'deciders.id', 'status_changes.changed_by')
    .leftJoin('order_problems', 'order_problems.id', 'appeals.problem_id')
    .leftJoin('users as claimants', 'claimants.id', 'order_problems.decided_by')
    .selectAll('appeals')
    .select(['submissions.user_id', 'card_type', 'submissions.card_brand', 'card_value_cents', 'payout_cents'])
    .select(['status_changes.reason as decision_reason', 'status_changes.changed_at as decision_at'])
    .select(['deciders.name as decision_by_name', 'claimants.name as problem_decided_by_name'])
    .select(['order_problems.reason_encrypted as problem_reason_encrypted', 'owed_cents as problem_owed_cents'])
    .select('order_problems.decided_at as problem_decided_at')
}
