import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { decrypt, encrypt } from '../../platform/encryption/encrypt.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

const note = (row: string) => ({ table: 'statement_entries', column: 'note_encrypted', row })

export const encryptNote = (keyring: Keyring, id: string, text: string) => encrypt(keyring, text, note(id))

export const decryptNote = (keyring: Keyring, row: Pick<StatementEntryTable, 'id' | 'note_encrypted'>): string =>
  decrypt(keyring, row.note_encrypted, note(row.id))
