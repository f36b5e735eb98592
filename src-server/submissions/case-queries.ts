import { sql } from 'kysely'
import { type Clock, timestamp } from '../platform/clock.ts'
import { findEarliest, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'

export async function listOpenRequestKinds(db: Db, submissionIds: readonly string[]) {
  if (submissionIds.length === 0) return new Map<string, InformationRequestTable['kind']>()
  const rows = await table('information_requests').list(db, { submission_id: submissionIds, state: 'open' })
  return new Map(rows.map(({ submission_id, kind }) => [submission_id, kind]))
}

/** Before the next version of its order. Returns the request; undefined when none was open. */
export async function closeOpenRequest(
  { clock }: { clock: Clock },
  tx: Tx,
  { id, version }: Pick<SubmissionTable, 'id' | 'version'>,
  end: Pick<InformationRequestTable, 'state' | 'closed_by'>,
) {
  return tx
    .updateTable('information_requests')
    .set({ ...end, closed_at: timestamp(clock), closed_version: version + 1 })
    .where('submission_id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
}

/** Of a decision that withdrew it and is undone. */
export async function reopenRequest(tx: Tx, submission_id: string, closed_version: number) {
  const reopened = { state: 'open', closed_at: null, closed_by: null, closed_version: null } as const
  await table('information_requests').update(tx, { submission_id, closed_version, state: 'withdrawn' }, reopened)
}

/** Returns false when it was sent or the request is closed. */
export async function markReminded(tx: Tx, id: string, at: string) {
  return isChanged(
    tx
      .updateTable('information_requests')
      .set({ remind_at: null, reminded_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('remind_at', 'is not', null),
  )
}

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

/** The caller has locked the order. */
export async function findOpenAppeal(db: Db, submissionId: string) {
  return (
    db
      .selectFrom('appeals')
      .selectAll()
      .where('submission_id', '=', submissionId)
      // SQLite uses the index of these rows only for a literal.
      .where('state', '=', sql.lit('open'))
      .executeTakeFirst()
  )
}

/** Newest first. */
export async function listAppealsOf(db: Db, submissionId: string) {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function listFilesOfAppeals(db: Db, appealIds: readonly string[]) {
  if (appealIds.length === 0) return []
  return db
    .selectFrom('files')
    .select(['id', 'appeal_id', 'file_name', 'mime_type'])
    .where('appeal_id', 'in', appealIds)
    .orderBy('appeal_id')
    .orderBy('position')
    .$narrowType<{ appeal_id: string }>()
    .execute()
}

/** The problem of a paid order that was not dismissed, without a lock. */
export async function findStandingProblem(db: Db, submissionId: string) {
  return db
    .selectFrom('order_problems')
    .select(['id', 'state', 'decided_at'])
    .where('submission_id', '=', submissionId)
    .where('state', '<>', sql.lit('dismissed'))
    .executeTakeFirst()
}

/** Of closed appeals. The caller deletes the files of the order. */
export async function eraseAppealsOf(tx: Tx, submissionId: string) {
  await tx
    .updateTable('appeals')
    .set({ words_encrypted: null, answer_encrypted: null })
    .where('submission_id', '=', submissionId)
    .where('state', '<>', sql.lit('open'))
    .execute()
}
