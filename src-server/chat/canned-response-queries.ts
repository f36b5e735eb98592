import type { CannedResponseTable } from '../platform/db/chat-tables.ts'
import type { Db, Tx } from '../platform/db/database.ts'

export async function listCannedResponses(db: Db): Promise<CannedResponseTable[]> {
  return db.selectFrom('canned_responses').selectAll().orderBy('shortcut').execute()
}

export async function upsertCannedResponse(tx: Tx, row: CannedResponseTable): Promise<void> {
  await tx
    .insertInto('canned_responses')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Records that the first answers were saved; returns false when they were before. */
export async function markFirstAnswers(tx: Tx, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('setup_marks')
    .values({ mark: 'answers', made_by: null, made_at: at })
    .onConflict((conflict) => conflict.column('mark').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false when there is no such canned response. */
export async function deleteCannedResponse(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('canned_responses').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
