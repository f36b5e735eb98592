import { isNetworkBranded } from '#shared/network-brands.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { deleteFilesOf, storedKeys } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { emptyWriteAheadLogUntilDone } from '../platform/db/write-ahead-log.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { eraseFields, listDueErasures } from './purge-submission-queries.ts'

/** Counts of what was erased. `removeTraces` deletes the files of `fileKeys` after the commit. */
export type Purged = { codes: number; numbers: number; photos: number; fileKeys: string[] }

const nothingPurged: Purged = { codes: 0, numbers: 0, photos: 0, fileKeys: [] }

/**
 * Erases what a final submission no longer needs once it cannot be undone: the security code. For network cards (Visa,
 * Mastercard, American Express, Vanilla) it also purges number and photos. Writes the purge log in the same
 * transaction.
 */
export async function eraseAtEnd(tx: Tx, submission: SubmissionTable, at: string): Promise<Purged> {
  if (isNetworkBranded(submission.card_brand)) return purgeSubmission(tx, submission, at)
  await eraseFields(tx, submission.id, { security_code_encrypted: null, erase_code_at: null })
  if (submission.security_code_encrypted === null) return nothingPurged
  await notePurge(tx, { what: 'code', subjectId: submission.id, at })
  return { ...nothingPurged, codes: 1 }
}

/**
 * Erases code, number, expiry, photos and the customer's notes, which may repeat the number. Keeps the last 4
 * characters and the fingerprint, so that the same card is still detected.
 */
export async function purgeSubmission(tx: Tx, submission: SubmissionTable, at: string): Promise<Purged> {
  await eraseFields(tx, submission.id, {
    security_code_encrypted: null,
    erase_code_at: null,
    card_number_encrypted: null,
    expiring_date_encrypted: null,
    additional_info_encrypted: null,
    purged_at: submission.purged_at ?? at,
  })
  const photos = await deleteFilesOf(tx, submission.id)
  const [hadCode, hadNumber] = [submission.security_code_encrypted !== null, submission.card_number_encrypted !== null]
  if (hadCode) await notePurge(tx, { what: 'code', subjectId: submission.id, at })
  if (hadNumber) await notePurge(tx, { what: 'number', subjectId: submission.id, at })
  if (photos.length > 0) await notePurge(tx, { what: 'photos', subjectId: submission.id, at })
  return {
    codes: Number(hadCode),
    numbers: Number(hadNumber),
    photos: photos.length,
    fileKeys: storedKeys(photos),
  }
}

/** Erases what is due after decisions whose undo window has passed. */
export async function purgeDueSecurityCodes(app: ServerContext): Promise<Purged> {
  return purgeInBatches(app, (tx) => listDueErasures(tx, timestamp(app.clock)), eraseAtEnd)
}

/** Purges what `next` lists, one batch per transaction, until the list is empty. */
export async function purgeInBatches(
  app: ServerContext,
  next: (tx: Tx) => Promise<SubmissionTable[]>,
  purge: (tx: Tx, submission: SubmissionTable, at: string) => Promise<Purged>,
): Promise<Purged> {
  const all: Purged = { codes: 0, numbers: 0, photos: 0, fileKeys: [] }
  for (;;) {
    const batch = await inServerTransaction(app.db, async (tx) => {
      const submissions = await next(tx)
      const purged: Purged[] = []
      for (const submission of submissions) purged.push(await purge(tx, submission, timestamp(app.clock)))
      await app.events.emit(
        tx,
        ...submissions.map(({ id }) => ({ name: 'submission.code-erased', submissionId: id }) as const),
      )
      return { submissions, purged }
    })
    if (batch.submissions.length === 0) return all
    const fileKeys = batch.purged.flatMap((each) => each.fileKeys)
    await removeTraces(app, fileKeys)
    for (const { codes, numbers, photos } of batch.purged) {
      all.codes += codes
      all.numbers += numbers
      all.photos += photos
    }
    all.fileKeys.push(...fileKeys)
  }
}

/**
 * Deletes the stored files of a purge and truncates the write-ahead log. Call it after the purge is committed. A file
 * that cannot be deleted has no row any more and is swept as an orphan.
 */
export async function removeTraces(app: AppContext, fileKeys: readonly string[]): Promise<void> {
  for (const key of fileKeys)
    await app.storage
      .remove(key)
      .catch((error: unknown) =>
        app.log.error({ err: error }, 'could not remove a purged photo, leaving it to the sweep'),
      )
  await emptyWriteAheadLogUntilDone(app)
}
