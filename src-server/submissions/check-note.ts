import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

export function encryptCheckNote(keyring: Keyring, id: string, text: string | undefined): string | null {
  return text ? encrypt(keyring, text, placeOf(id)) : null
}

/** Undefined when there is none, or it is erased. */
export function checkNoteOf(
  keyring: Keyring,
  { id, note_encrypted }: { id: string; note_encrypted: string | null },
): string | undefined {
  return note_encrypted === null ? undefined : decrypt(keyring, note_encrypted, placeOf(id))
}

function placeOf(row: string) {
  return { table: 'balance_checks', column: 'note_encrypted', row } as const
}
