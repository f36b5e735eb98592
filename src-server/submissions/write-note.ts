import type { SubmissionNote } from '#shared/review-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import type { SubmissionNoteRow } from './note-queries.ts'

type NewNote = { submissionId: string; text: string; clientNoteId?: string | undefined }

export async function writeNote(app: AppContext, tx: Tx, staff: Actor, { submissionId, text, clientNoteId }: NewNote) {
  const id = newId()
  const row = {
    id,
    submission_id: submissionId,
    author_id: staff.id,
    client_note_id: clientNoteId ?? null,
    text_encrypted: encryptText(app.keyring, 'submission_notes', id, 'text_encrypted', text),
    written_at: timestamp(app.clock),
  }
  await table('submission_notes').insert(tx, row)
  await audit(app, tx, staff, 'submission.noted', submissionId, id)
  await app.events.emit(tx, { name: 'submission.note-added', submissionId })
  return row
}

export function noteView(keyring: Keyring, row: SubmissionNoteRow): SubmissionNote {
  return {
    ...fieldsOf(row, 'id', 'author_name as author', 'written_at as at'),
    text: textIn(keyring, 'submission_notes', row, 'text_encrypted'),
  }
}
