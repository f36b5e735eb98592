import { createHmac } from 'node:crypto'
import type { AuditLogTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'

/** What the checksum of an entry covers: all of it. */
export type HashedEntry = Omit<AuditLogTable, 'hash' | 'sequence'> & { sequence: number }

/** What stands before the first entry. */
export const NO_HASH = ''

/**
 * The checksum of an entry after the one whose hash is `previous`: 'kid.base64url(HMAC-SHA-256)'. Keyed by the data
 * keys, so that who can write the database and has no key cannot make the chain fit again.
 */
export function entryHash(keyring: Keyring, previous: string, entry: HashedEntry, keyId = keyring.activeId): string {
  const { sequence, id, at, actor_id, token_id, action, object_id, detail, ip } = entry
  const mac = createHmac('sha256', keyring.key(keyId, 'audit'))
  mac.update(JSON.stringify([previous, sequence, id, at, actor_id, token_id, action, object_id, detail, ip]))
  return `${keyId}.${mac.digest('base64url')}`
}

/** Whether `hash` is this entry's, under whichever key it was made. */
export function isEntryHash(keyring: Keyring, previous: string, entry: HashedEntry, hash: string): boolean {
  const keyId = hash.slice(0, Math.max(0, hash.indexOf('.')))
  return keyring.idsFor('audit').includes(keyId) && entryHash(keyring, previous, entry, keyId) === hash
}
