import type { Db } from '../../platform/db/database.ts'
import type { DataKeyTable } from '../../platform/db/operations-tables.ts'
import { encryptedColumns, keyedColumns } from '../../platform/db/table-rules.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { countFilesByKey } from './re-encrypt-files.ts'
import { countUnder } from './re-encrypt-queries.ts'

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
): Promise<KeyUsage[]> {
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
