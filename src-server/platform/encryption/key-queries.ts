import type { Db, ServerDb } from '../db/database.ts'
import type { DataKeyTable } from '../db/operations-tables.ts'

/** All keys this database was ever encrypted with, oldest first. */
export async function listDataKeys(db: Db): Promise<DataKeyTable[]> {
  return db.selectFrom('data_keys').selectAll().orderBy('created_at').orderBy('key_id').execute()
}

/** Does nothing when another node has already inserted the record. */
export async function insertDataKey(db: ServerDb, row: DataKeyTable): Promise<void> {
  await db
    .insertInto('data_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
}

export async function updateDataKey(db: ServerDb, keyId: string, changes: Partial<DataKeyTable>): Promise<void> {
  await db.updateTable('data_keys').set(changes).where('key_id', '=', keyId).execute()
}

/** True without users and keys: no encrypted data can exist yet. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('data_keys').select('key_id').limit(1).executeTakeFirst()
  return !user && !key
}
