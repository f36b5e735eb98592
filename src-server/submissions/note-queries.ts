import type { Db } from '../platform/db/database.ts'

export type SubmissionNoteRow = Awaited<ReturnType<typeof listNotes>>[number]

/** Oldest first. */
export async function listNotes(db: Db, submissionId: string) {
  return notes(db)
    .where('submission_id', '=', submissionId)
    .orderBy('written_at')
    .orderBy('submission_notes.id')
    .execute()
}

export async function findNoteOfAuthor(db: Db, authorId: string, clientNoteId: string) {
  return notes(db).where('author_id', '=', authorId).where('client_note_id', '=', clientNoteId).executeTakeFirst()
}

function notes(db: Db) {
  return db
    .selectFrom('submission_notes')
    .innerJoin('users', 'users.id', 'submission_notes.author_id')
    .selectAll('submission_notes')
    .select('users.name as author_name')
}
