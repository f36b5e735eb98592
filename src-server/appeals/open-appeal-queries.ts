import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type Answers = { review: boolean; pay: boolean }

/** The earliest due first; `overdue` counts those that were due at `now` or earlier. */
export async function listOpenAppeals(
  db: Db,
  answers: Answers,
  { page, limit, now }: { page: number; limit: number; now: string },
): Promise<{ rows: NamedAppeal[]; totalItems: number; overdue: number }> {
  const open = openFor(db, answers)
  const { count, late } = await open
    .select((select) => [
      select.fn.countAll().as('count'),
      select.fn.sum(select.case().when('due_at', '<=', now).then(sql.lit(1)).else(sql.lit(0)).end()).as('late'),
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
  return { rows, totalItems: Number(count), overdue: Number(late ?? 0) }
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

/** Cents that were repaid or set off, by problem. */
export async function sumRepaid(db: Db, problemIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (problemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('clawback_entries')
    .select((select) => ['problem_id', select.fn.sum('amount_cents').as('cents')])
    .where('problem_id', 'in', problemIds)
    .where('kind', 'in', ['repaid', 'set-off'])
    .groupBy('problem_id')
    .execute()
  return new Map(rows.map(({ problem_id, cents }) => [problem_id, Number(cents)]))
}
