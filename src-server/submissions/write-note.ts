import type { SubmissionNote } from '#shared/review-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionNoteTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import type { SubmissionNoteRow } from './note-queries.ts'

const place = { table: 'submission_notes', column: 'text_encrypted' }

type NewNote = { submissionId: string; text: string; clientNoteId?: string | undefined }

export async function writeNote(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { submissionId, text, clientNoteId }: NewNote,
): Promise<SubmissionNoteTable> {
  const id = newId()
  const row = {
    id,
    submission_id: submissionId,
    author_id: staff.id,
    client_note_id: clientNoteId ?? null,
    text_encrypted: encrypt(app.keyring, text, { ...place, row: id }),
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
    text: decrypt(keyring, row.text_encrypted, { ...place, row: row.id }),
  }
}
