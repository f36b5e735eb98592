import { reviewMessages } from '#shared/review.ts'
import type { AddNoteInput, SubmissionNote } from '#shared/review-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { findNoteOfAuthor } from '../submissions/note-queries.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { noteView, writeNote } from '../submissions/write-note.ts'

/** A repeat with the same `clientNoteId` returns the stored note. */
export async function addNote(
  ctx: CallContext,
  staff: Actor & { name: string },
  { submissionId, text, clientNoteId }: AddNoteInput,
): Promise<SubmissionNote> {
  const row = await inTransaction(ctx, async (tx, app) => {
    const stored = clientNoteId && (await findNoteOfAuthor(tx, staff.id, clientNoteId))
    if (stored) return stored
    if (!(await findSubmission(tx, submissionId))) throw notFound()
    const written = await writeNote(app, tx, staff, { submissionId, text, clientNoteId })
    return { ...written, author_name: staff.name }
  })
  const note = noteView(ctx.app.keyring, row)
  if (note.text !== text || row.submission_id !== submissionId)
    throw new AppError('unprocessable', reviewMessages.otherNote)
  return note
}
