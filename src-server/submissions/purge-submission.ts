import { appealOutcomes } from '#shared/appeal.ts'
import { isNetworkBranded } from '#shared/network-brands.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { deleteFilesOf } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import { afterCommit, inServerTransaction, type Tx } from '../platform/db/database.ts'
import type { FileKind } from '../platform/db/file-tables.ts'
import { storedKeys } from '../platform/db/page-pictures.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { emptyWriteAheadLogUntilDone } from '../platform/db/write-ahead-log.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { listDueErasures, listKeptUntil } from './purge-submission-queries.ts'
import { findSubmission, updateSubmission } from './submission-queries.ts'

type Purged = { codes: number; numbers: number; photos: number }

const nothingPurged: Purged = { codes: 0, numbers: 0, photos: 0 }

/** The code, and of network cards number and photos. Redacted evidence stays for the days of retention. */
export async function eraseAtEnd(app: AppContext, tx: Tx, submission: SubmissionTable, at: string) {
  if (isNetworkBranded(submission.card_brand)) return purgeSubmission(app, tx, submission, at, ['upload', 'appeal'])
  removeTraces(app, tx)
  const { security_code_encrypted, erase_code_at, kept_until } = submission
  if ([security_code_encrypted, erase_code_at, kept_until].some((field) => field !== null))
    await updateSubmission(tx, submission.id, { security_code_encrypted: null, erase_code_at: null, kept_until: null })
  if (security_code_encrypted === null) return nothingPurged
  await notePurge(tx, { what: 'code', subjectId: submission.id, at })
  return { ...nothingPurged, codes: 1 }
}

const erasedCard = {
  security_code_encrypted: null,
  card_number_encrypted: null,
  expiring_date_encrypted: null,
  additional_info_encrypted: null,
  kept_until: null,
} as const

/** The last 4 characters and the fingerprint stay, so that the same card is still detected. */
export async function purgeSubmission(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  at: string,
  kinds?: readonly FileKind[],
): Promise<Purged> {
  await updateSubmission(tx, submission.id, {
    ...erasedCard,
    erase_code_at: null,
    purged_at: submission.purged_at ?? at,
  })
  await table('balance_checks').update(tx, { submission_id: submission.id }, { note_encrypted: null })
  await table('information_requests').update(tx, { submission_id: submission.id }, { note_encrypted: null })
  const erased = { words_encrypted: null, answer_encrypted: null }
  await table('appeals').update(tx, { submission_id: submission.id, state: [...appealOutcomes, 'withdrawn'] }, erased)
  const card = await noteCard(app, tx, submission, at)
  return { ...(await purgePhotos(app, tx, submission, at, kinds)), ...card }
}

/** Of a card that was kept for its disposal. Its photos stay as long as those of other orders. */
export async function eraseCard(app: AppContext, tx: Tx, submission: SubmissionTable, at: string): Promise<Purged> {
  await updateSubmission(tx, submission.id, erasedCard)
  return { ...nothingPurged, ...(await noteCard(app, tx, submission, at)) }
}

async function noteCard(
  app: AppContext,
  tx: Tx,
  { id, security_code_encrypted, card_number_encrypted }: SubmissionTable,
  at: string,
): Promise<Pick<Purged, 'codes' | 'numbers'>> {
  const [hadCode, hadNumber] = [security_code_encrypted !== null, card_number_encrypted !== null]
  if (hadCode) await notePurge(tx, { what: 'code', subjectId: id, at })
  if (hadNumber) await notePurge(tx, { what: 'number', subjectId: id, at })
  removeTraces(app, tx)
  return { codes: Number(hadCode), numbers: Number(hadNumber) }
}

/** Number and code stay as they are: they are still kept, or purged already. */
export async function purgePhotos(
  app: AppContext,
  tx: Tx,
  { id }: SubmissionTable,
  at: string,
  kinds?: readonly FileKind[],
): Promise<Purged> {
  return notePictures(app, tx, id, await deleteFilesOf(tx, id, kinds), at)
}

/** `files` had their rows deleted. */
export async function notePictures(
  app: AppContext,
  tx: Tx,
  submissionId: string,
  files: Parameters<typeof storedKeys>[0],
  at: string,
) {
  if (files.length > 0) await notePurge(tx, { what: 'photos', subjectId: submissionId, at })
  removeTraces(app, tx, storedKeys(files))
  return { ...nothingPurged, photos: files.length }
}

/** After decisions whose undo window has passed, and of cards that were kept long enough. */
export async function purgeDueSecurityCodes(app: ServerContext) {
  return sumOf([
    await purgeSubmissions(app, (tx) => listDueErasures(tx, timestamp(app.clock)), eraseAtEnd),
    await purgeSubmissions(app, (tx) => listKeptUntil(tx, timestamp(app.clock)), eraseCard),
  ])
}

type Purge<Row> = (app: ServerContext, tx: Tx, row: Row, at: string) => Promise<Purged>

export function purgeSubmissions(
  app: ServerContext,
  next: (tx: Tx) => Promise<SubmissionTable[]>,
  purge: Purge<SubmissionTable>,
) {
  return purgeInBatches(app, next, async (_, tx, submission, at) => {
    await app.events.emit(tx, { name: 'submission.code-erased', submissionId: submission.id })
    return purge(app, tx, submission, at)
  })
}

/** One batch per transaction, until `next` lists nothing. */
export async function purgeInBatches<Row>(app: ServerContext, next: (tx: Tx) => Promise<Row[]>, purge: Purge<Row>) {
  const all: Purged[] = []
  for (;;) {
    const batch = await inServerTransaction(app.db, async (tx) => {
      const purged: Purged[] = []
      for (const row of await next(tx)) purged.push(await purge(app, tx, row, timestamp(app.clock)))
      return purged
    })
    if (batch.length === 0) return sumOf(all)
    all.push(...batch)
  }
}

export function sumOf(purged: readonly Purged[]): Purged {
  const sum = (name: 'codes' | 'numbers' | 'photos') => purged.reduce((total, each) => total + each[name], 0)
  return { codes: sum('codes'), numbers: sum('numbers'), photos: sum('photos') }
}

const fileKeysOf = new WeakMap<Tx, string[]>()

/** Deletes these files, and what the files of the database have of the erased, after the commit. The caller waits. */
export function removeTraces(app: AppContext, tx: Tx, fileKeys: readonly string[] = []) {
  const keys = fileKeysOf.get(tx)
  if (keys) return void keys.push(...fileKeys)
  const all = [...fileKeys]
  fileKeysOf.set(tx, all)
  afterCommit(tx, () => removeFiles(app, all))
}

/** A file that cannot be deleted has no row and is swept as an orphan. */
async function removeFiles(app: AppContext, fileKeys: readonly string[]) {
  for (const key of fileKeys)
    await app.storage
      .remove(key)
      .catch((error: unknown) =>
        app.log.error({ err: error }, 'could not remove a purged photo, leaving it to the sweep'),
      )
  await emptyWriteAheadLogUntilDone(app)
}

export async function eraseKeptCard(app: AppContext, tx: Tx, submissionId: string) {
  const order = await findSubmission(tx, submissionId)
  if (!order || order.kept_until === null) return
  await eraseCard(app, tx, order, timestamp(app.clock))
  await app.events.emit(tx, { name: 'submission.code-erased', submissionId })
}
