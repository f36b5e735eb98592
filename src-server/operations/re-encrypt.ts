import { timestamp } from '../clock.ts'
import type { ServerContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { emptyWriteAheadLogUntilDone } from '../db/write-ahead-log.ts'
import { decrypt, encrypt } from '../encryption/encrypt.ts'
import { type EncryptedColumn, encryptedColumns } from '../encryption/encrypted-column-list.ts'
import { cardFingerprints, payoutFingerprint } from '../encryption/fingerprint.ts'
import { listDataKeys, updateDataKey } from '../encryption/key-queries.ts'
import { deleteCardFingerprints, insertCardFingerprints } from '../submissions/card-fingerprint-queries.ts'
import { decryptColumn, decryptPayout } from '../submissions/encrypted-columns.ts'
import { reEncryptFiles } from './re-encrypt-files.ts'
import { listNotUnder, listOrdersNotUnder, replaceEncrypted, replacePayoutFingerprint } from './re-encrypt-queries.ts'

/** So many rows in one transaction: a few milliseconds. */
const BATCH = 200
/** After each of them, so that requests come first. */
const PAUSE_MS = 10

/** What was encrypted anew, and what no key opens and stays as it is. */
export type ReEncrypted = { values: number; files: number; unreadable: number }

/**
 * Seals everything anew that a former key has encrypted, in small batches while the site goes on; cut off, it goes on where
 * it was. A value that is changed or erased meanwhile is left to that change. When a former key has nothing left, that
 * is written down, and it may be retired.
 */
export async function reEncryptEverything(ctx: ServerContext, signal?: AbortSignal): Promise<ReEncrypted> {
  const former = (await listDataKeys(ctx.db)).filter(
    ({ key_id, resealed_at, retired_at }) => key_id !== ctx.keyring.activeId && !resealed_at && !retired_at,
  )
  const done: ReEncrypted = { values: 0, files: 0, unreadable: 0 }
  if (former.length === 0) return done
  for (const column of encryptedColumns) add(done, await reEncryptColumn(ctx, column, signal))
  await rekeyFingerprints(ctx, signal)
  add(done, await reEncryptFiles(ctx, signal))
  if (signal?.aborted) return done
  // The old ciphertext was overwritten; the log has it until now.
  await emptyWriteAheadLogUntilDone(ctx)
  if (done.unreadable > 0) ctx.log.error(done, 'some of what a former key has encrypted cannot be opened')
  else for (const { key_id } of former) await updateDataKey(ctx.db, key_id, { resealed_at: timestamp(ctx.clock) })
  return done
}

async function reEncryptColumn(
  ctx: ServerContext,
  column: EncryptedColumn,
  signal?: AbortSignal,
): Promise<ReEncrypted> {
  const { keyring } = ctx
  const done: ReEncrypted = { values: 0, files: 0, unreadable: 0 }
  for (let after = ''; !signal?.aborted; ) {
    const rows = await listNotUnder(ctx.db, column, keyring.activeId, { after, limit: BATCH })
    const fresh = rows.flatMap(({ row, encrypted }) => {
      const place = { table: column.table, column: column.column, row }
      try {
        return [{ row, former: encrypted, encrypted: encrypt(keyring, decrypt(keyring, encrypted, place), place) }]
      } catch {
        ctx.log.error({ place }, 'an encrypted value cannot be opened')
        done.unreadable++
        return []
      }
    })
    await inTransaction(ctx, async (tx) => {
      for (const { row, ...values } of fresh) await replaceEncrypted(tx, column, row, values)
    })
    done.values += fresh.length
    after = rows.at(-1)?.row ?? after
    if (rows.length < BATCH) break
    await pause()
  }
  return done
}

/** Until it is through, and for cards whose number is gone, what is looked up are the fingerprints of every key. */
async function rekeyFingerprints(ctx: ServerContext, signal?: AbortSignal): Promise<void> {
  const { keyring } = ctx
  for (let after = ''; !signal?.aborted; ) {
    const orders = await listOrdersNotUnder(ctx.db, keyring.activeId, { after, limit: BATCH })
    const fresh = orders.flatMap((order) => freshFingerprints(ctx, order) ?? [])
    await inTransaction(ctx, async (tx) => {
      for (const { order, cards, payout } of fresh) {
        const { id, payout_fingerprint: former } = order
        if (cards.length > 0) {
          await deleteCardFingerprints(tx, id)
          await insertCardFingerprints(tx, id, cards)
        }
        if (payout !== null && former !== null) await replacePayoutFingerprint(tx, id, { former, fingerprint: payout })
      }
    })
    after = orders.at(-1)?.id ?? after
    if (orders.length < BATCH) break
    await pause()
  }
}

function freshFingerprints({ keyring, log }: ServerContext, order: SubmissionTable) {
  try {
    const [number, payout] = [decryptColumn(keyring, order, 'card_number_sealed'), decryptPayout(keyring, order)]
    const cards = number === undefined ? [] : cardFingerprints(keyring, order.card_brand, number)
    return { order, cards, payout: payout ? payoutFingerprint(keyring, payout) : null }
  } catch {
    log.error({ submissionId: order.id }, 'an order cannot be given new fingerprints')
    return undefined
  }
}

function add(sum: ReEncrypted, more: ReEncrypted): void {
  sum.values += more.values
  sum.files += more.files
  sum.unreadable += more.unreadable
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
