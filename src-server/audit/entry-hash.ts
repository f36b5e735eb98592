import { createHmac } from 'node:crypto'
import type { AuditLogTable } from '../platform/db/operations-tables.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

type HashedEntry = Omit<AuditLogTable, 'hash' | 'sequence'> & { sequence: number }

export const NO_HASH = ''

/** Returns 'kid.base64url(HMAC-SHA-256)': keyed, so that write access to the database cannot rebuild the chain. */
export function entryHash(keyring: Keyring, previous: string, entry: HashedEntry, keyId = keyring.activeId) {
  const { sequence, id, at, actor_id, token_id, action, object_id, detail, ip } = entry
  const mac = createHmac('sha256', keyring.key(keyId, 'audit'))
  mac.update(JSON.stringify([previous, sequence, id, at, actor_id, token_id, action, object_id, detail, ip]))
  return `${keyId}.${mac.digest('base64url')}`
}

export function isEntryHash(keyring: Keyring, previous: string, entry: HashedEntry, hash: string) {
  const keyId = hash.slice(0, Math.max(0, hash.indexOf('.')))
  return keyring.idsFor('audit').includes(keyId) && entryHash(keyring, previous, entry, keyId) === hash
}
