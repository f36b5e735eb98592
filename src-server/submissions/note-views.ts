import type { SubmissionNote } from '#shared/review-schema.ts'
import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import type { SubmissionNoteRow } from './note-queries.ts'

export function noteView(keyring: Keyring, row: SubmissionNoteRow): SubmissionNote {
  return {
    id: row.id,
    author: row.author_name,
    text: decrypt(keyring, row.text_encrypted, placeOf(row.id)),
    at: row.written_at,
  }
}

export function encryptNote(keyring: Keyring, id: string, text: string): string {
  return encrypt(keyring, text, placeOf(id))
}

function placeOf(row: string) {
  return { table: 'submission_notes', column: 'text_encrypted', row }
}
