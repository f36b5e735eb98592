import type { Db } from '../db/database.ts'
import type { DataKeyTable } from '../db/operations-tables.ts'

export async function listDataKeys(db: Db): Promise<DataKeyTable[]> {
  return db.selectFrom('data_keys').selectAll().orderBy('created_at').orderBy('key_id').execute()
}

/** True without users and keys: no encrypted data can exist yet. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('data_keys').select('key_id').limit(1).executeTakeFirst()
  return !user && !key
}
