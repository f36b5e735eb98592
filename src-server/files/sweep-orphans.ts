import { timestamp } from '../clock.ts'
import type { ServerContext } from '../context.ts'
import { findNewestClearing } from '../encryption/purge-queries.ts'
import { deleteAbandonedFiles, isStoredKey } from './file-queries.ts'

/** An upload nobody submitted is kept this long: a draft can be taken up again the same day. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000
/** Rows deleted at a time; what a kill leaves of so few is far from what stops the sweep. */
const ABANDONED_BATCH = 5
/** Stored bytes without a row are left alone this long: their request may still be running. */
const UNRECORDED_AFTER_MS = 60 * 60 * 1000
/** A kill leaves a few objects without a row. More of them, and it is the database that lacks rows. */
const UNRECORDED_LIMIT = { share: 0.1, atLeast: 20, atMost: 100 }

/**
 * Removes uploads nobody submitted, and stored bytes that no row mentions. Answers how many objects went. Where more
 * bytes have no row than a kill can leave, an older database may have been put back: then it removes nothing and logs
 * an error, and `ctx.orphans.withheld` says how many.
 */
export async function sweepOrphans(ctx: ServerContext): Promise<number> {
  const { unrecorded, limit } = await findUnrecorded(ctx)
  ctx.orphans.withheld = unrecorded.length > limit ? unrecorded.length : 0
  if (ctx.orphans.withheld > 0) {
    ctx.log.error(
      { files: unrecorded.length, limit },
      'the database knows nothing of many stored files: nothing is swept. Is it an older copy? See docs/operations.md',
    )
    return 0
  }
  for (const key of unrecorded) await ctx.storage.remove(key)
  return unrecorded.length + (await removeAbandoned(ctx))
}

/** Keys of old objects that no row mentions; those of before a Clear All Data are expected, and not limited. */
async function findUnrecorded(ctx: ServerContext): Promise<{ unrecorded: string[]; limit: number }> {
  const tooOld = ctx.clock.now().getTime() - UNRECORDED_AFTER_MS
  const clearedAt = Date.parse((await findNewestClearing(ctx.db))?.at ?? '')
  const unrecorded: string[] = []
  let cleared = 0
  let total = 0
  for await (const { key, writtenAt } of ctx.storage.list()) {
    total++
    if (writtenAt > tooOld || (await isStoredKey(ctx.db, key))) continue
    unrecorded.push(key)
    if (writtenAt <= clearedAt) cleared++
  }
  const { share, atLeast, atMost } = UNRECORDED_LIMIT
  return { unrecorded, limit: cleared + Math.min(atMost, Math.max(atLeast, Math.floor((total - cleared) * share))) }
}

async function removeAbandoned({ db, clock, storage }: ServerContext): Promise<number> {
  const before = timestamp(clock, -ABANDONED_AFTER_MS)
  let removed = 0
  for (;;) {
    const keys = await deleteAbandonedFiles(db, before, ABANDONED_BATCH)
    if (keys.length === 0) return removed
    for (const key of keys) await storage.remove(key)
    removed += keys.length
  }
}
