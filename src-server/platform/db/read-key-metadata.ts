import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { isUnreleased, UNRELEASED_MESSAGE } from './migrate.ts'

type KeyMetadata = {
  isEmpty: boolean
  /** The keys it needs, each with the encrypted sentinel that verifies it. */
  keys: { key_id: string; sentinel_encrypted: string }[]
}

/** Reads the key records of the database at `file`, in any released schema version, without changing it. */
export function readKeyMetadata(file: string): KeyMetadata {
  if (!existsSync(file)) return { isEmpty: true, keys: [] }
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const has = (table: string, column: string) =>
      sqlite.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined
    const applied = has('kysely_migration', 'name')
      ? sqlite.prepare<[], string>('select name from kysely_migration').pluck().all()
      : []
    if (isUnreleased(applied)) throw new Error(UNRELEASED_MESSAGE)
    const keys = !has('data_keys', 'key_id')
      ? []
      : sqlite
          .prepare<[], { key_id: string; sentinel_encrypted: string }>(
            `select key_id, sentinel_encrypted from data_keys
             ${has('data_keys', 'retired_at') ? 'where retired_at is null' : ''} order by created_at`,
          )
          .all()
    const hasPeople = has('users', 'id') && sqlite.prepare('select 1 from users limit 1').get() !== undefined
    return { isEmpty: !hasPeople && keys.length === 0, keys }
  } finally {
    sqlite.close()
  }
}
