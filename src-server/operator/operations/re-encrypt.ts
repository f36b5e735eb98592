import type { PayoutDetails } from '#shared/payment-method.ts'
import type { ServerContext } from '../../context.ts'
import { decryptDestination } from '../../payouts/destination.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { type EncryptedColumn, encryptedColumns } from '../../platform/db/table-rules.ts'
import { emptyWriteAheadLogUntilDone } from '../../platform/db/write-ahead-log.ts'
import { decrypt, encrypt } from '../../platform/encryption/encrypt.ts'
import { cardFingerprints, payoutFingerprint } from '../../platform/encryption/fingerprint.ts'
import { listDataKeys } from '../../platform/encryption/open-keyring.ts'
import { insertCardFingerprints } from '../../submissions/card-fingerprint-queries.ts'
import { decryptColumn, decryptPayout } from '../../submissions/encrypted-columns.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import { reEncryptFiles } from './re-encrypt-files.ts'
import {
  listNotUnder,
  listPayoutsNotUnder,
  listSubmissionsNotUnder,
  replaceEncrypted,
  replacePayoutFingerprint,
} from './re-encrypt-queries.ts'

/** Rows per transaction, which takes a few milliseconds. */
const BATCH = 200
const PAUSE_MS = 10

type ReEncrypted = { values: number; files: number; unreadable: number }

/**
 * Re-encrypts all data of former keys in small batches while the site runs; it can be interrupted and resumed. Values
 * changed in between are not overwritten. Former keys without remaining data may be retired.
 */
export async function reEncryptEverything(app: ServerContext, signal?: AbortSignal): Promise<ReEncrypted> {
  const former = (await listDataKeys(app.db)).filter(
    ({ key_id, re_encrypted_at, retired_at }) => key_id !== app.keyring.activeId && !re_encrypted_at && !retired_at,
  )
  const done: ReEncrypted = { values: 0, files: 0, unreadable: 0 }
  if (former.length === 0) return done
  for (const column of encryptedColumns) add(done, await reEncryptColumn(app, column, signal))
  await rekeyFingerprints(app, signal)
  await rekeyPayouts(app, signal)
  add(done, await reEncryptFiles(app, signal))
  if (signal?.aborted) return done
  // The WAL still contains the old ciphertext.
  await emptyWriteAheadLogUntilDone(app)
  if (done.unreadable > 0) app.log.error(done, 'could not decrypt some data of former keys')
  else
    for (const { key_id } of former)
      await table('data_keys').update(app.db, { key_id }, { re_encrypted_at: timestamp(app.clock) })
  return done
}

async function reEncryptColumn(
  app: ServerContext,
  column: EncryptedColumn,
  signal?: AbortSignal,
): Promise<ReEncrypted> {
  const { keyring } = app
  const done: ReEncrypted = { values: 0, files: 0, unreadable: 0 }
  for (let after = ''; !signal?.aborted; ) {
    const rows = await listNotUnder(app.db, column, keyring.activeId, { after, limit: BATCH })
    const fresh = rows.flatMap(({ row, encrypted }) => {
      const place = { table: column.table, column: column.column, row }
      try {
        return [{ row, former: encrypted, encrypted: encrypt(keyring, decrypt(keyring, encrypted, place), place) }]
      } catch {
        app.log.error({ place }, 'could not decrypt a value')
        done.unreadable++
        return []
      }
    })
    await inServerTransaction(app.db, async (tx) => {
      for (const { row, ...values } of fresh) await replaceEncrypted(tx, column, row, values)
    })
    done.values += fresh.length
    after = rows.at(-1)?.row ?? after
    if (rows.length < BATCH) break
    await pause()
  }
  return done
}

/** Until this is done, and for purged card numbers, lookups use the fingerprints under every key. */
async function rekeyFingerprints(app: ServerContext, signal?: AbortSignal) {
  const { keyring } = app
  for (let after = ''; !signal?.aborted; ) {
    const submissions = await listSubmissionsNotUnder(app.db, keyring.activeId, { after, limit: BATCH })
    const fresh = submissions.flatMap((submission) => freshFingerprints(app, submission) ?? [])
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
          await replacePayoutFingerprint(tx, 'submissions', id, { former, fingerprint: payout })
      }
    })
    after = submissions.at(-1)?.id ?? after
    if (submissions.length < BATCH) break
    await pause()
  }
}

async function rekeyPayouts(app: ServerContext, signal?: AbortSignal) {
  const { keyring } = app
  for (let after = ''; !signal?.aborted; ) {
    const payouts = await listPayoutsNotUnder(app.db, keyring.activeId, { after, limit: BATCH })
    await inServerTransaction(app.db, async (tx) => {
      for (const payout of payouts) {
        const details = readableDetails(app, payout)
        const former = payout.payout_fingerprint
        if (!details || former === null) continue
        const fingerprint = payoutFingerprint(keyring, details)
        await replacePayoutFingerprint(tx, 'payouts', payout.id, { former, fingerprint })
      }
    })
    after = payouts.at(-1)?.id ?? after
    if (payouts.length < BATCH) break
    await pause()
  }
}

function readableDetails({ keyring, log }: ServerContext, payout: PayoutTable): PayoutDetails | undefined {
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
      decryptColumn(keyring, submission, 'card_number_encrypted'),
      decryptPayout(keyring, submission),
    ]
    const cards = number === undefined ? [] : cardFingerprints(keyring, submission.card_brand, number)
    return { submission, cards, payout: payout ? payoutFingerprint(keyring, payout) : null }
  } catch {
    log.error({ submissionId: submission.id }, 'could not compute the fingerprints of a submission')
    return undefined
  }
}

function add(sum: ReEncrypted, more: ReEncrypted) {
  sum.values += more.values
  sum.files += more.files
  sum.unreadable += more.unreadable
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
