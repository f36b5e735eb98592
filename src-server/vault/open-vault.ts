import { type Clock, timestamp } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { insertVaultKey, isDatabaseEmpty, listVaultKeys } from './key-queries.ts'
import { type Keyring, loadKeyFile, parseKeyring } from './keys.ts'
import { seal, unseal } from './seal.ts'

const SENTINEL = 'the right key opens this'

/**
 * The keyring of this database, proven: every key that ever sealed something here is present and is the same key.
 * @throws when a key is missing or wrong, before anything is written.
 */
export async function openVault(
  db: Db,
  clock: Clock,
  source: { dataKeys: string | undefined; keyFile: string },
): Promise<Keyring> {
  const keyring = source.dataKeys
    ? parseKeyring(source.dataKeys)
    : loadKeyFile(source.keyFile, await isDatabaseEmpty(db))
  const known = await listVaultKeys(db)
  for (const { key_id, sentinel_sealed } of known) proveKey(keyring, key_id, sentinel_sealed)
  if (!known.some(({ key_id }) => key_id === keyring.activeId)) {
    if (known.length === 0 && !(await isDatabaseEmpty(db)))
      throw new Error('The database holds data sealed with keys it does not name. Nothing was written.')
    await insertVaultKey(db, {
      key_id: keyring.activeId,
      sentinel_sealed: seal(keyring, SENTINEL, sentinelPlace(keyring.activeId)),
      created_at: timestamp(clock),
      resealed_at: null,
      retired_at: null,
      kept_keys_sealed: null,
    })
  }
  return keyring
}

function proveKey(keyring: Keyring, keyId: string, sentinel: string): void {
  if (!keyring.ids.includes(keyId))
    throw new Error(`The data key '${keyId}' is missing: the database holds data sealed with it. Nothing was written.`)
  try {
    unseal(keyring, sentinel, sentinelPlace(keyId))
  } catch {
    throw new Error(`The data key '${keyId}' is not the key this database was sealed with. Nothing was written.`)
  }
}

function sentinelPlace(keyId: string) {
  return { table: 'vault_keys', column: 'sentinel_sealed', row: keyId }
}
