import { sql } from 'kysely'
import type { AppealListInput } from '#shared/case-schema.ts'
import type { AppealTable } from '../platform/db/case-tables.ts'
import { countRows, findEarliest, readPage } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { storedColumns } from '../platform/db/page-pictures.ts'
import { table } from '../platform/db/table.ts'
import { idsOf } from '../platform/ids.ts'

/** Made while the clock was ahead. */
export async function listMadeAhead(db: Db, now: string) {
  return db
    .selectFrom('information_requests')
    .select(['id', 'made_at', 'due_at', 'remind_at'])
    .where('state', '=', 'open')
    .where('due_at', '>', now)
    .where('made_at', '>', now)
    .execute()
}

/** The earliest first. */
export async function listDue(db: Db, column: 'due_at' | 'remind_at', now: string, limit: number) {
  return db
    .selectFrom('information_requests')
    .select(['id', 'submission_id'])
    .where('state', '=', 'open')
    .where(column, '<=', now)
    .orderBy(column)
    .limit(limit)
    .execute()
}

export async function findNextDue(db: Db) {
  return findEarliest(db.selectFrom('information_requests').where('state', '=', 'open'), 'due_at', 'remind_at')
}

/** A restore does not use up the time of a seller. One whose card is erased ends as planned. */
export async function putOffRequests(tx: Tx, before: string, until: string) {
  await tx
    .updateTable('information_requests')
    .set({ due_at: until })
    .where('state', '=', 'open')
    .where('due_at', '<', before)
    .where('submission_id', 'in', (kept) => kept.selectFrom('submissions').select('id').where('purged_at', 'is', null))
    .execute()
}

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

const AT_ONCE = 20

/** Of each kind with pictures: when it was closed, whose pictures they are, and the words that go with them. */
const traces = {
  appeals: { closed: 'decided_at', owner: 'appeal_id', words: ['words_encrypted', 'answer_encrypted'] },
  order_problems: { closed: 'closed_at', owner: 'problem_id', words: [] },
} as const
export type Traced = keyof typeof traces

/** Some that were closed at `before` (ISO 8601) or earlier, with pictures or words. */
export async function listClosedWithTraces(tx: Tx, name: Traced, before: string) {
  const { closed, owner, words } = traces[name]
  return tx
    .selectFrom(name)
    .select(['id', 'submission_id'])
    .where(closed, '<=', before)
    .where((where) =>
      where.or([
        ...words.map((column) => where(column, 'is not', null)),
        where.exists(where.selectFrom('files').select('files.id').whereRef(`files.${owner}`, '=', `${name}.id`)),
      ]),
    )
    .orderBy(closed)
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Also deletes the rows of its pictures; returns their storage keys. */
export async function eraseTraces(tx: Tx, name: Traced, id: string) {
  if (name === 'appeals') await table(name).update(tx, { id }, { words_encrypted: null, answer_encrypted: null })
  return tx.deleteFrom('files').where(traces[name].owner, '=', id).returning(storedColumns).execute()
}

type Answers = { review: boolean; pay: boolean }

/** The earliest due first; `overdue` counts those that were due at `now` or earlier. */
export async function listOpenAppeals(db: Db, answers: Answers, input: AppealListInput, now: string) {
  const open = openFor(db, answers)
  const ids = open.select('appeals.id').orderBy('due_at').orderBy('appeals.id')
  const { rows: shown, pagination } = await readPage(open, ids, input)
  const rows = await named(db).where('appeals.id', 'in', idsOf(shown)).orderBy('due_at').orderBy('appeals.id').execute()
  return { rows, pagination, overdue: await countRows(open.where('due_at', '<=', now)) }
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
