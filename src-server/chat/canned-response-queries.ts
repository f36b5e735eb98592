import type { CannedResponseTable } from '../db/chat-tables.ts'
import type { Db, Tx } from '../db/database.ts'

export async function listCannedResponses(db: Db): Promise<CannedResponseTable[]> {
  return db.selectFrom('saved_answers').selectAll().orderBy('shortcut').execute()
}

export async function upsertCannedResponse(tx: Tx, row: CannedResponseTable): Promise<void> {
  await tx
    .insertInto('saved_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Returns false when there is no such canned response. */
export async function deleteCannedResponse(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('saved_answers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
