import type { ExpressionBuilder } from 'kysely'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, ServerDb, Tx } from '../platform/db/database.ts'
import { type FileKind, type FileTable, fileKinds } from '../platform/db/file-tables.ts'
import { fileIdOfPage, storedColumns, storedKeys } from '../platform/db/page-pictures.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import type { Schema } from '../platform/db/schema.ts'
import { table } from '../platform/db/table.ts'
import type { StoredFile } from './store-file.ts'

export type FilePlace = {
  submissionId?: string
  messageId?: string
  problemId?: string
  appealId?: string
  kind?: FileKind
  position: number
}

function placeColumns(place: FilePlace) {
  return {
    submission_id: place.submissionId ?? null,
    message_id: place.messageId ?? null,
    problem_id: place.problemId ?? null,
    appeal_id: place.appealId ?? null,
    kind: place.kind ?? 'upload',
    position: place.position,
  }
}

const isUnattached = ({ and }: ExpressionBuilder<Schema, 'files'>) =>
  and({ submission_id: null, message_id: null, problem_id: null })

export async function insertFile(tx: Tx, file: StoredFile, owner: { ownerId: string } & FilePlace) {
  await table('files').insert(tx, { ...file, owner_id: owner.ownerId, ...placeColumns(owner) })
}

export async function findFile(db: Db, id: string) {
  return db
    .selectFrom('files')
    .leftJoin('chat_messages', 'chat_messages.id', 'files.message_id')
    .leftJoin('chat_sessions', 'chat_sessions.id', 'chat_messages.session_id')
    .selectAll('files')
    .leftJoin('order_problems', 'order_problems.id', 'files.problem_id')
    .select(['chat_sessions.id as chat_session_id', 'chat_sessions.customer_id as chat_customer_id'])
    .select(['order_problems.submission_id as problem_order_id', 'order_problems.user_id as problem_seller_id'])
    .select('order_problems.state as problem_state')
    .leftJoin('submissions', 'submissions.id', 'files.submission_id')
    .select('submissions.user_id as order_customer_id')
    .leftJoin('appeals', 'appeals.id', 'files.appeal_id')
    .select('appeals.problem_id as appealed_problem_id')
    .where('files.id', '=', id)
    .executeTakeFirst()
}

export async function listUnattachedFiles(db: Db, ownerId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where(isUnattached)
    .$call(lockedIn(db))
    .execute()
}

export async function attachFile(tx: Tx, id: string, to: { fileName: string } & FilePlace) {
  await table('files').update(tx, { id }, { ...placeColumns(to), file_name: to.fileName })
}

/** Returns the uploads of an order. What staff or an appeal have added is not among them. */
export async function listFilesOf(db: Db, submissionId: string) {
  return table('files').list(db, { submission_id: submissionId, kind: 'upload' }, 'position')
}

/** Of these appeals or problems. */
export async function listPicturesOf(db: Db, owner: 'appeal_id' | 'problem_id', ids: readonly string[]) {
  return table('files').list(db, { [owner]: ids }, owner, 'position')
}

export type ShownFile = Pick<
  FileTable,
  'id' | 'submission_id' | 'file_name' | 'file_size' | 'mime_type' | 'uploaded_at'
>

export async function listShownFiles(db: Db, submissionIds: readonly string[]): Promise<ShownFile[]> {
  return submissionIds.length === 0 ? [] : shownFiles(db, submissionIds)
}

const shownFiles = compiledQuery((db, submissionIds: readonly string[]) =>
  db
    .selectFrom('files')
    .select(['id', 'submission_id', 'file_name', 'file_size', 'mime_type', 'uploaded_at'])
    .where('submission_id', 'in', submissionIds)
    .where('kind', '=', 'upload')
    .orderBy('submission_id')
    .orderBy('position'),
)

export async function listFilesOfMessages(db: Db, sessionId: string, from: number, to: number) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('files', 'files.message_id', 'chat_messages.id')
    .selectAll('files')
    .select('chat_messages.id as message_id')
    .where('chat_messages.session_id', '=', sessionId)
    .where('chat_messages.sequence', '>=', from)
    .where('chat_messages.sequence', '<=', to)
    .orderBy('chat_messages.sequence')
    .orderBy('files.position')
    .execute()
}

/** Returns their storage keys. */
export async function deleteFilesOf(tx: Tx, submissionId: string, kinds: readonly FileKind[] = fileKinds) {
  return tx
    .deleteFrom('files')
    .where('submission_id', '=', submissionId)
    .where('kind', 'in', kinds)
    .returning(storedColumns)
    .execute()
}

/** Returns its storage keys. */
export async function deleteFileOf(tx: Tx, submissionId: string, id: string) {
  const rows = await tx
    .deleteFrom('files')
    .where('id', '=', id)
    .where('submission_id', '=', submissionId)
    .returning(storedColumns)
    .execute()
  return storedKeys(rows)
}

export async function isStoredKey(db: Db, key: string) {
  const rows = await db
    .selectFrom('files')
    .select(storedColumns)
    .where((where) => where.or([where('id', 'in', [key, fileIdOfPage(key)]), where('rendition_id', '=', key)]))
    .execute()
  return storedKeys(rows).includes(key)
}

export async function countUnattachedFiles(db: Db, ownerId: string) {
  return countRows(db.selectFrom('files').where('owner_id', '=', ownerId).where(isUnattached))
}

/** Returns its storage keys; undefined when the user has no such upload. */
export async function deleteUnattachedFile(tx: Tx, ownerId: string, id: string) {
  const row = await tx
    .deleteFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where(isUnattached)
    .returning(storedColumns)
    .executeTakeFirst()
  return row && storedKeys([row])
}

/** Returns their storage keys. */
export async function deleteAbandonedFiles(db: ServerDb, before: string, max: number) {
  const abandoned = db.selectFrom('files').select('id').where(isUnattached).where('uploaded_at', '<', before).limit(max)
  const rows = await db
    .deleteFrom('files')
    .where('id', 'in', abandoned)
    // Checked again on the locked row: it may have been attached since.
    .where(isUnattached)
    .returning(storedColumns)
    .execute()
  return storedKeys(rows)
}
