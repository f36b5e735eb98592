import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from './keys.ts'

/** Where an encrypted value is stored. Used as associated data: the value cannot be decrypted in another place. */
export type Place = { table: string; column: string; row: string }

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts `text` for `place` with AES-256-GCM under the active key: 'kid.base64url(iv, ciphertext, tag)'. */
export function encrypt(keyring: Keyring, text: string, place: Place) {
  const id = keyring.activeId
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyring.key(id, 'field'), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(id, place))
  const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${id}.${encrypted.toString('base64url')}`
}

/** Decrypts a result of `encrypt`. @throws when the value was modified, or the place or key differs */
export function decrypt(keyring: Keyring, encrypted: string, place: Place) {
  const dot = encrypted.indexOf('.')
  const id = encrypted.slice(0, dot)
  const bytes = Buffer.from(encrypted.slice(dot + 1), 'base64url')
  if (dot < 1 || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('Not an encrypted value.')
  const decipher = createDecipheriv('aes-256-gcm', keyring.key(id, 'field'), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(associatedData(id, place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function associatedData(keyId: string, { table, column, row }: Place) {
  return Buffer.from(JSON.stringify([keyId, table, column, row]))
}
