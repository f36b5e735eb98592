import { createSecretKey } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { type Clock, timestamp } from '../clock.ts'
import type { Db, ServerDb } from '../db/database.ts'
import type { DataKeyTable } from '../db/operations-tables.ts'
import { readKeyMetadata } from '../db/read-key-metadata.ts'
import { table } from '../db/table.ts'
import { encryptText, textIn } from './encrypted-text.ts'
import { loadKeyFile } from './key-file.ts'
import { type KeptKeys, type Keyring, keptPurposes, parseKeyring, withKeptKeys } from './keys.ts'

const SENTINEL = 'the right key opens this'
const UNNAMED_KEYS =
  'The database holds data encrypted with keys it does not name. After an interrupted npm run move, repeat that. Nothing was written.'

/** `dataKeys` takes precedence over the file. */
export type KeySource = { dataKeys: string | undefined; keyFile: string }

export function listDataKeys(db: Db): Promise<DataKeyTable[]> {
  return table('data_keys').list(db, {}, 'created_at', 'key_id')
}

/** Checks without writing that the keys match the database, and that no files exist without a database. */
export function verifyKeysBeforeOpen(source: KeySource, databaseFile: string, filesFolder: string) {
  const { isEmpty, keys } = readKeyMetadata(databaseFile)
  const files = existsSync(filesFolder) ? readdirSync(filesFolder).length : 0
  if (isEmpty && files > 0)
    throw new Error(
      `The database ${databaseFile} is empty, but ${filesFolder} holds ${files} files of another one. ` +
        'Restore that database, or move the files away. Nothing was written.',
    )
  if (!isEmpty && keys.length === 0) throw new Error(UNNAMED_KEYS)
  if (isEmpty && source.dataKeys === undefined && !existsSync(source.keyFile)) return
  const keyring = keyringOf(source, false)
  for (const { key_id, sentinel_encrypted } of keys) verifyKey(keyring, key_id, sentinel_encrypted)
}

/** Opens the verified keyring and records a new active key. @throws before it writes when a key is missing or wrong */
export async function openKeyring(db: ServerDb, clock: Clock, source: KeySource) {
  const { keyring, known } = await verifyKeyring(db, source)
  if (known.some(({ key_id }) => key_id === keyring.activeId)) return keyring
  await table('data_keys').insertOnce(db, {
    key_id: keyring.activeId,
    sentinel_encrypted: encryptText(keyring, 'data_keys', keyring.activeId, 'sentinel_encrypted', SENTINEL),
    created_at: timestamp(clock),
    re_encrypted_at: null,
    retired_at: null,
    kept_keys_encrypted: null,
  })
  // Another node that started at the same time may have recorded a key of its own.
  return (await verifyKeyring(db, source)).keyring
}

/** Like `openKeyring`, without writing. */
export async function verifyKeyring(db: Db, source: KeySource): Promise<{ keyring: Keyring; known: DataKeyTable[] }> {
  const known = await listDataKeys(db)
  // Without users and keys no encrypted data can exist yet.
  const isEmpty = known.length === 0 && (await table('users').find(db, {})) === undefined
  const keyring = keyringOf(source, isEmpty)
  for (const { key_id, sentinel_encrypted, retired_at } of known)
    if (retired_at === null) verifyKey(keyring, key_id, sentinel_encrypted)
  if (known.some(({ key_id, retired_at }) => retired_at !== null && key_id === keyring.activeId))
    throw new Error(`The data key '${keyring.activeId}' is retired: put another key first. Nothing was written.`)
  if (known.length === 0 && !isEmpty) throw new Error(UNNAMED_KEYS)
  const kept = known.flatMap((row) => openKeptKeys(keyring, row))
  return { keyring: withKeptKeys(keyring, kept), known }
}

/** The kept keys of a retired data key, encrypted with the active key. */
export function encryptKeptKeys(keyring: Keyring, keyId: string) {
  const kept = keptPurposes.map((purpose) => [purpose, keyring.key(keyId, purpose).export().toString('base64')])
  return encryptText(keyring, 'data_keys', keyId, 'kept_keys_encrypted', JSON.stringify(Object.fromEntries(kept)))
}

function openKeptKeys(keyring: Keyring, { key_id, kept_keys_encrypted }: DataKeyTable): KeptKeys[] {
  const kept = textIn(keyring, 'data_keys', { id: key_id, kept_keys_encrypted }, 'kept_keys_encrypted')
  if (kept === undefined) return []
  const { audit, fingerprint } = JSON.parse(kept) as { audit: string; fingerprint: string }
  const keyOf = (text: string) => createSecretKey(text, 'base64')
  return [{ id: key_id, audit: keyOf(audit), fingerprint: keyOf(fingerprint) }]
}

function keyringOf(source: KeySource, mayCreate: boolean) {
  return source.dataKeys ? parseKeyring(source.dataKeys) : loadKeyFile(source.keyFile, mayCreate)
}

function verifyKey(keyring: Keyring, keyId: string, sentinel: string) {
  if (!keyring.ids.includes(keyId))
    throw new Error(
      `The data key '${keyId}' is missing: the database holds data encrypted with it. Nothing was written.`,
    )
  try {
    textIn(keyring, 'data_keys', { id: keyId, sentinel_encrypted: sentinel }, 'sentinel_encrypted')
  } catch {
    throw new Error(`The data key '${keyId}' is not the key this database was encrypted with. Nothing was written.`)
  }
}
