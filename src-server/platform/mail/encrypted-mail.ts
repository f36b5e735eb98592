import { decrypt, encrypt } from '../encryption/encrypt.ts'
import type { Keyring } from '../encryption/keys.ts'
import type { Mail } from './mail-kinds.ts'

const placeOf = (id: string) => ({ table: 'mail_outbox', column: 'payload_encrypted', row: id })

/** Encrypts the content of a mail: an unused password reset link is a secret. */
export function encryptMail(keyring: Keyring, id: string, mail: Mail): string {
  return encrypt(keyring, JSON.stringify(mail), placeOf(id))
}

export function openMail(keyring: Keyring, id: string, encrypted: string): Mail {
  return JSON.parse(decrypt(keyring, encrypted, placeOf(id))) as Mail
}
