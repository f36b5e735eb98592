import { reviewMessages } from '#shared/review.ts'
import type { AddNoteInput, SubmissionNote } from '#shared/review-schema.ts'
import { audit } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { findNoteOfAuthor, insertNote } from './note-queries.ts'
import { encryptNote, noteView } from './note-views.ts'

/**
 * Adds a staff-only note to a submission. A repeat with the same `clientNoteId` returns the stored note.
 * @throws AppError 'not_found'; 'unprocessable' when the `clientNoteId` belongs to another note.
 */
export async function addNote(
  ctx: AppContext,
  staff: { id: string; name: string; ip: string },
  { submissionId, text, clientNoteId }: AddNoteInput,
): Promise<SubmissionNote> {
  const id = newId()
  const row = {
    id,
    submission_id: submissionId,
    author_id: staff.id,
    client_note_id: clientNoteId ?? null,
    text_sealed: encryptNote(ctx.keyring, id, text),
    written_at: timestamp(ctx.clock),
  }
  const earlier = await inTransaction(ctx, async (tx) => {
    const stored = clientNoteId && (await findNoteOfAuthor(tx, staff.id, clientNoteId))
    if (stored) return stored
    if (!(await findSubmission(tx, submissionId))) throw notFound()
    await insertNote(tx, row)
    await audit(ctx, tx, staff, 'submission.noted', submissionId, id)
    await ctx.events.emit(tx, { name: 'submission.note-added', submissionId })
    return undefined
  })
  const note = noteView(ctx.keyring, earlier ?? { ...row, author_name: staff.name })
  if (earlier && (note.text !== text || earlier.submission_id !== submissionId))
    throw new AppError('unprocessable', reviewMessages.otherNote)
  return note
}
