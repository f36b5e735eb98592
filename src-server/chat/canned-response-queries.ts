import type { SavedAnswerTable } from '../db/chat-tables.ts'
import type { Db, Tx } from '../db/database.ts'

export async function listSavedAnswers(db: Db): Promise<SavedAnswerTable[]> {
  return db.selectFrom('saved_answers').selectAll().orderBy('shortcut').execute()
}

export async function upsertSavedAnswer(tx: Tx, row: SavedAnswerTable): Promise<void> {
  await tx
    .insertInto('saved_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** True when there was one. */
export async function deleteSavedAnswer(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('saved_answers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
