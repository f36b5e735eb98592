import { buffer } from 'node:stream/consumers'
import type { AppContext, ServerContext } from '../../context.ts'
import { isStoredKey } from '../../files/file-queries.ts'
import { decryptDestination } from '../../payouts/destination.ts'
import { timestamp } from '../../platform/clock.ts'
import { type Db, inServerTransaction } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { type EncryptedColumn, encryptedColumns } from '../../platform/db/table-rules.ts'
import { emptyWriteAheadLogUntilDone } from '../../platform/db/write-ahead-log.ts'
import { decrypt, encrypt } from '../../platform/encryption/encrypt.ts'
import { decryptFile, ENCRYPTED_HEAD_BYTES, encryptFile, keyIdOfFile } from '../../platform/encryption/encrypt-file.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { cardFingerprints, payoutFingerprint } from '../../platform/encryption/fingerprint.ts'
import { listDataKeys } from '../../platform/encryption/open-keyring.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { insertCardFingerprints } from '../../submissions/card-fingerprint-queries.ts'
import { decryptPayout } from '../../submissions/payout-view.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import {
  listNotUnder,
  listPayoutsNotUnder,
  listSubmissionsNotUnder,
  type Page,
  replaceValue,
} from './re-encrypt-queries.ts'

/** Rows per transaction, which takes a few milliseconds. */
const BATCH = 200
const PAUSE_MS = 10

/**
 * Re-encrypts all data of former keys in small batches while the site runs; it can be interrupted and resumed. Values
 * changed in between are not overwritten. Former keys without remaining data may be retired.
 */
export async function reEncryptEverything(app: ServerContext, signal?: AbortSignal) {
  const former = (await listDataKeys(app.db)).filter(
    ({ key_id, re_encrypted_at, retired_at }) => key_id !== app.keyring.activeId && !re_encrypted_at && !retired_at,
  )
  const done: ReEncrypted = { values: 0, files: 0, unreadable: 0 }
  if (former.length === 0) return done
  for (const column of encryptedColumns) await reEncryptColumn(app, column, done, signal)
  await rekeyFingerprints(app, signal)
  await rekeyPayouts(app, signal)
  await reEncryptFiles(app, done, signal)
  if (signal?.aborted) return done
  // The WAL still contains the old ciphertext.
  await emptyWriteAheadLogUntilDone(app)
  if (done.unreadable > 0) app.log.error(done, 'could not decrypt some data of former keys')
  else
    for (const { key_id } of former)
      await table('data_keys').update(app.db, { key_id }, { re_encrypted_at: timestamp(app.clock) })
  return done
}

async function reEncryptColumn(app: ServerContext, column: EncryptedColumn, done: ReEncrypted, signal?: AbortSignal) {
  const { db, keyring } = app
  for await (const rows of batches(app, (_, keyId, page) => listNotUnder(db, column, keyId, page), signal)) {
    const fresh = rows.flatMap(({ id, encrypted: former }) => {
      const place = { table: column.table, column: column.column, row: id }
      try {
        return [{ id, former, fresh: encrypt(keyring, decrypt(keyring, former, place), place) }]
      } catch {
        app.log.error({ place }, 'could not decrypt a value')
        done.unreadable++
        return []
      }
    })
    await inServerTransaction(db, async (tx) => {
      for (const value of fresh) await replaceValue(tx, column, value)
    })
    done.values += fresh.length
  }
}

const fingerprintOf = (table: 'submissions' | 'payouts') => ({ table, column: 'payout_fingerprint', rowKey: 'id' })

/** Until this is done, and for purged card numbers, lookups use the fingerprints under every key. */
async function rekeyFingerprints(app: ServerContext, signal?: AbortSignal) {
  for await (const rows of batches(app, listSubmissionsNotUnder, signal)) {
    const fresh = rows.flatMap((submission) => freshFingerprints(app, submission) ?? [])
    await inServerTransaction(app.db, async (tx) => {
      for (const { submission, cards, payout } of fresh) {
        const { id, payout_fingerprint: former } = submission
        // Locked, because other nodes do the same; undefined after Clear All Data.
        if (!(await findSubmission(tx, id))) continue
        if (cards.length > 0) {
          await table('card_fingerprints').remove(tx, { submission_id: id })
          await insertCardFingerprints(tx, id, cards)
        }
        if (payout !== null && former !== null)
          await replaceValue(tx, fingerprintOf('submissions'), { id, former, fresh: payout })
      }
    })
  }
}

async function rekeyPayouts(app: ServerContext, signal?: AbortSignal) {
  for await (const rows of batches(app, listPayoutsNotUnder, signal))
    await inServerTransaction(app.db, async (tx) => {
      for (const payout of rows) {
        const details = readableDetails(app, payout)
        const { id, payout_fingerprint: former } = payout
        if (!details || former === null) continue
        await replaceValue(tx, fingerprintOf('payouts'), { id, former, fresh: payoutFingerprint(app.keyring, details) })
      }
    })
}

/** Yields rows that are not under the active key, in the order of their ids, with a pause after each batch. */
async function* batches<Row extends { id: string }>(
  { db, keyring }: ServerContext,
  list: (db: Db, keyId: string, page: Page) => Promise<Row[]>,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let after = ''; !signal?.aborted; await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))) {
    const rows = await list(db, keyring.activeId, { after, limit: BATCH })
    yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

function readableDetails({ keyring, log }: ServerContext, payout: PayoutTable) {
  try {
    return decryptDestination(keyring, payout)
  } catch {
    log.error({ payoutId: payout.id }, 'could not compute the fingerprint of a payout')
    return undefined
  }
}

function freshFingerprints({ keyring, log }: ServerContext, submission: SubmissionTable) {
  try {
    const [number, payout] = [
      textIn(keyring, 'submissions', submission, 'card_number_encrypted'),
      decryptPayout(keyring, submission),
    ]
    const cards = number === undefined ? [] : cardFingerprints(keyring, submission.card_brand, number)
    return { submission, cards, payout: payout ? payoutFingerprint(keyring, payout) : null }
  } catch {
    log.error({ submissionId: submission.id }, 'could not compute the fingerprints of a submission')
    return undefined
  }
}

/** Numbers of what was re-encrypted, and of what could not be decrypted. */
type ReEncrypted = { values: number; files: number; unreadable: number }

/**
 * Re-encrypts all objects of former keys. Those without a row are left to the sweep when they cannot be decrypted: an
 * upload is being written, or was interrupted by a crash.
 */
async function reEncryptFiles(app: AppContext, done: ReEncrypted, signal?: AbortSignal) {
  const { storage, keyring } = app
  for await (const { key, keyId } of objectsByKey(storage)) {
    if (signal?.aborted) return
    if (keyId === keyring.activeId) continue
    try {
      await storage.replace(key, encryptFile(keyring, key, decryptFile(keyring, key, storage.read(key))))
      done.files++
    } catch (error) {
      // The file store failed, not this file: the next run continues.
      if (error instanceof AppError) throw error
      if (isGone(error) || !(await isStoredKey(app.db, key))) continue
      app.log.error({ err: error, key }, 'could not decrypt a stored file')
      done.unreadable++
    }
  }
}

/** Number of stored objects by key id; undefined for objects that are not encrypted files. */
export async function countFilesByKey(storage: FileStorage) {
  const counts = new Map<string | undefined, number>()
  for await (const { keyId } of objectsByKey(storage)) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  return counts
}

async function* objectsByKey(storage: FileStorage): AsyncGenerator<{ key: string; keyId: string | undefined }> {
  for await (const { key } of storage.list()) {
    // Leftovers of interrupted replacements are swept.
    if (key.includes('.')) continue
    try {
      yield { key, keyId: keyIdOfFile(await buffer(storage.read(key, ENCRYPTED_HEAD_BYTES))) }
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

function isGone(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
