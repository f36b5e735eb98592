import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'

/** What a database says of its keys. */
export type VaultPeek = {
  /** True while no person and no key is known. */
  isEmpty: boolean
  /** The keys it needs, with what proves each of them. */
  keys: { key_id: string; sentinel_sealed: string }[]
}

/** Reads that much of the database at `file`, in whatever version it is, without changing anything in it. */
export function readVaultMetadata(file: string): VaultPeek {
  if (!existsSync(file)) return { isEmpty: true, keys: [] }
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const has = (table: string, column: string) =>
      sqlite.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined
    const keys = !has('vault_keys', 'key_id')
      ? []
      : sqlite
          .prepare<[], { key_id: string; sentinel_sealed: string }>(
            `select key_id, sentinel_sealed from vault_keys
             ${has('vault_keys', 'retired_at') ? 'where retired_at is null' : ''} order by created_at`,
          )
          .all()
    const hasPeople = has('users', 'id') && sqlite.prepare('select 1 from users limit 1').get() !== undefined
    return { isEmpty: !hasPeople && keys.length === 0, keys }
  } finally {
    sqlite.close()
  }
}
