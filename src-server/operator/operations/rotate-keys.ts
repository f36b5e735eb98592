import { audit, operator } from '../../audit/audit-queries.ts'
import type { ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { type Db, inServerTransaction } from '../../platform/db/database.ts'
import type { DataKeyTable } from '../../platform/db/operations-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptedColumns, keyedColumns } from '../../platform/db/table-rules.ts'
import { newDataKey, readKeysOf, replaceKeyFile } from '../../platform/encryption/key-file.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { encryptKeptKeys, type KeySource, verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { countFilesByKey } from './re-encrypt.ts'
import { countUnder } from './re-encrypt-queries.ts'

export type KeyContext = Pick<ServerContext, 'db' | 'clock' | 'events' | 'storage'> & { source: KeySource }

/**
 * Adds a new key as the first in the key file; it becomes active at the next start of the server. With DATA_KEYS it
 * only returns the id to use, and the operator sets the key.
 */
export async function rotateKeys(app: KeyContext) {
  const verified = await verifyKeyring(app.db, app.source)
  const { activeId, ids } = verified.keyring
  if (!verified.known.some(({ key_id }) => key_id === activeId))
    throw new Error(`The data key '${activeId}' is not in use yet: restart the server first.`)
  // Ids of retired keys are not reused, because old backups refer to them.
  const numbers = [...ids, ...verified.known.map(({ key_id }) => key_id)].map((id) =>
    Number(/^k(\d+)$/.exec(id)?.[1] ?? 0),
  )
  const id = `k${Math.max(...numbers) + 1}`
  if (app.source.dataKeys) return { id, isInFile: false }
  await inServerTransaction(app.db, (tx) =>
    audit({ ...app, keyring: verified.keyring }, tx, operator, 'keys.rotated', id),
  )
  replaceKeyFile(app.source.keyFile, [newDataKey(id), ...readKeysOf(app.source.keyFile)])
  return { id, isInFile: true }
}

/**
 * Removes a former key without remaining data from the key file. Its derived keys for fingerprints and the audit log
 * are kept, encrypted; they cannot decrypt anything.
 */
export async function retireKey(app: KeyContext, id: string) {
  const verified = await verifyKeyring(app.db, app.source)
  const used = (await listKeyUsage(app.db, app.storage, verified)).find((key) => key.id === id)
  if (!used) throw new Error(`There is no data key '${id}'.`)
  if (id === verified.keyring.activeId) throw new Error(`The data key '${id}' is the active one. Make a new one first.`)
  if (used.state === 'former' || used.values > 0 || used.files > 0)
    throw new Error(
      `The data key '${id}' is still needed: ${used.values} values and ${used.files} files are encrypted with it. ` +
        'They are re-encrypted while the server runs with the new key.',
    )
  if (used.state !== 'retired')
    await inServerTransaction(app.db, async (tx) => {
      const kept_keys_encrypted = encryptKeptKeys(verified.keyring, id)
      await table('data_keys').update(tx, { key_id: id }, { retired_at: timestamp(app.clock), kept_keys_encrypted })
      await audit({ ...app, keyring: verified.keyring }, tx, operator, 'keys.retired', id)
    })
  if (app.source.dataKeys) return { isInFile: false }
  const keys = readKeysOf(app.source.keyFile)
  if (keys.some((key) => key.id === id))
    replaceKeyFile(
      app.source.keyFile,
      keys.filter((key) => key.id !== id),
    )
  return { isInFile: true }
}

/** `compared`: number of fingerprints and audit log hashes, which cannot be re-encrypted. */
type KeyUsage = {
  id: string
  state: 'active' | 'waits for a restart' | 'former' | 'nothing left' | 'retired'
  values: number
  files: number
  compared: number
}

export async function listKeyUsage(
  db: Db,
  storage: FileStorage,
  { keyring, known }: { keyring: Keyring; known: readonly DataKeyTable[] },
) {
  const files = await countFilesByKey(storage)
  const ids = new Set([...keyring.ids, ...known.map(({ key_id }) => key_id)])
  const usage: KeyUsage[] = []
  for (const id of ids) {
    const row = known.find(({ key_id }) => key_id === id)
    usage.push({
      id,
      state: stateOf(id, keyring, row),
      values: await countAll(db, encryptedColumns, id),
      files: files.get(id) ?? 0,
      compared: await countAll(db, keyedColumns, id),
    })
  }
  return usage
}

function stateOf(id: string, keyring: Keyring, row: DataKeyTable | undefined): KeyUsage['state'] {
  if (id === keyring.activeId) return row ? 'active' : 'waits for a restart'
  if (row?.retired_at) return 'retired'
  return row?.re_encrypted_at ? 'nothing left' : 'former'
}

async function countAll(db: Db, columns: readonly Parameters<typeof countUnder>[1][], id: string) {
  let count = 0
  for (const column of columns) count += await countUnder(db, column, id)
  return count
}
