import type { StatementEntryTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { decrypt, encrypt } from '../../platform/encryption/encrypt.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

const description = (row: string) => ({ table: 'statement_lines', column: 'description_encrypted', row })
const note = (row: string) => ({ table: 'statement_entries', column: 'note_encrypted', row })

/** Encrypts what the statement says in the line `id`; it can name people. */
export const encryptDescription = (keyring: Keyring, id: string, text: string) =>
  encrypt(keyring, text, description(id))

/** What the statement says in a line; empty when it was erased. */
export function describeLine(
  keyring: Keyring,
  { id, description_encrypted }: Pick<StatementLineTable, 'id' | 'description_encrypted'>,
): string {
  return description_encrypted === null ? '' : decrypt(keyring, description_encrypted, description(id))
}

export const encryptNote = (keyring: Keyring, id: string, text: string) => encrypt(keyring, text, note(id))

export const decryptNote = (keyring: Keyring, row: Pick<StatementEntryTable, 'id' | 'note_encrypted'>): string =>
  decrypt(keyring, row.note_encrypted, note(row.id))
