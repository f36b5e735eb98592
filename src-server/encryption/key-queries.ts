import type { Db, ServerDb } from '../db/database.ts'
import type { VaultKeyTable } from '../db/schema.ts'

/** Every key this database has ever been sealed with, oldest first. */
export async function listVaultKeys(db: Db): Promise<VaultKeyTable[]> {
  return db.selectFrom('vault_keys').selectAll().orderBy('created_at').orderBy('key_id').execute()
}

export async function insertVaultKey(db: ServerDb, row: VaultKeyTable): Promise<void> {
  await db.insertInto('vault_keys').values(row).execute()
}

export async function updateVaultKey(db: ServerDb, keyId: string, changes: Partial<VaultKeyTable>): Promise<void> {
  await db.updateTable('vault_keys').set(changes).where('key_id', '=', keyId).execute()
}

/** True while no person is known: nothing can have been sealed yet. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('vault_keys').select('key_id').limit(1).executeTakeFirst()
  return !user && !key
}
