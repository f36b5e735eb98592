import { sql } from 'kysely'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { type StoredColumns, storedColumns } from '../platform/db/page-pictures.ts'

/** Returns false when it is closed already. */
export async function closeAppeal(
  tx: Tx,
  id: string,
  changes: Pick<AppealTable, 'state' | 'decided_at'> & Partial<AppealTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appeals')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who has changed the status of this order, and who has decided its problem. */
export async function listDeciders(
  db: Db,
  { submission_id, problem_id }: Pick<AppealTable, 'submission_id' | 'problem_id'>,
): Promise<string[]> {
  const changes = await db
    .selectFrom('status_changes')
    .select('changed_by')
    .distinct()
    .where('submission_id', '=', submission_id)
    .execute()
  const problem =
    problem_id === null
      ? undefined
      : await db.selectFrom('order_problems').select('decided_by').where('id', '=', problem_id).executeTakeFirst()
  return [...changes.map(({ changed_by }) => changed_by), ...(problem?.decided_by ? [problem.decided_by] : [])]
}

export async function findOpenAppealOf(tx: Tx, userId: string): Promise<string | undefined> {
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

/** Closed at `before` or earlier, with words or pictures, at most `limit`. */
export async function listClosedWithWords(
  tx: Tx,
  before: string,
  limit: number,
): Promise<Pick<AppealTable, 'id' | 'submission_id'>[]> {
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
    .limit(limit)
    .$if(tx.isTransaction, (rows) => rows.forNoKeyUpdate().skipLocked())
    .execute()
}

/** Also deletes the rows of its pictures; returns their storage keys. */
export async function eraseAppeal(tx: Tx, id: string): Promise<StoredColumns[]> {
  await tx.updateTable('appeals').set({ words_encrypted: null, answer_encrypted: null }).where('id', '=', id).execute()
  return tx.deleteFrom('files').where('appeal_id', '=', id).returning(storedColumns).execute()
}
