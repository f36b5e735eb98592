import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

export function encryptWords(keyring: Keyring, id: string, words: string | undefined): string | null {
  return words ? encrypt(keyring, words, placeOf(id)) : null
}

/** Undefined when staff wrote nothing, or it is erased. */
export function wordsOf(
  keyring: Keyring,
  { id, note_encrypted }: Pick<InformationRequestTable, 'id' | 'note_encrypted'>,
): string | undefined {
  return note_encrypted === null ? undefined : decrypt(keyring, note_encrypted, placeOf(id))
}

function placeOf(row: string) {
  return { table: 'information_requests', column: 'note_encrypted', row } as const
}
