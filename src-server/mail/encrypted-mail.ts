import type { Keyring } from '../encryption/keys.ts'
import { seal, unseal } from '../encryption/encrypt.ts'
import type { Mail } from './mail-kinds.ts'

const placeOf = (id: string) => ({ table: 'mail_outbox', column: 'payload_sealed', row: id })

/** The content of a mail for its row: a password link is a secret until it is used. */
export function sealMail(keyring: Keyring, id: string, mail: Mail): string {
  return seal(keyring, JSON.stringify(mail), placeOf(id))
}

export function openMail(keyring: Keyring, id: string, sealed: string): Mail {
  return JSON.parse(unseal(keyring, sealed, placeOf(id))) as Mail
}
