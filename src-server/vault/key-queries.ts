import type { Db } from '../db/database.ts'
import type { VaultKeyTable } from '../db/schema.ts'

export async function listVaultKeys(db: Db): Promise<Pick<VaultKeyTable, 'key_id' | 'sentinel_sealed'>[]> {
  return db.selectFrom('vault_keys').select(['key_id', 'sentinel_sealed']).orderBy('created_at').execute()
}

export async function insertVaultKey(db: Db, row: VaultKeyTable): Promise<void> {
  await db.insertInto('vault_keys').values(row).execute()
}

/** True while no person is known: nothing can have been sealed yet. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('vault_keys').select('key_id').limit(1).executeTakeFirst()
  return !user && !key
}
