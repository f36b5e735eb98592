import { sql } from 'kysely'
import { type Clock, timestamp } from '../platform/clock.ts'
import type { InformationRequestTable } from '../platform/db/case-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'

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

/** The caller has locked the order. */
export async function findOpenAppeal(db: Db, submissionId: string) {
  return table('appeals').find(db, { submission_id: submissionId, state: 'open' })
}

/** Oldest first. */
export async function listAppealsOf(db: Db, submissionId: string) {
  return table('appeals').list(db, { submission_id: submissionId }, 'opened_at', 'id')
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
