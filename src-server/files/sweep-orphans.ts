import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { deleteAbandonedFiles, isStoredKey } from './file-queries.ts'

/** An upload nobody submitted is kept this long: a draft can be taken up again the same day. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000
/** Stored bytes without a row are left alone this long: their request may still be running. */
const UNRECORDED_AFTER_MS = 60 * 60 * 1000

/** Removes uploads nobody submitted, and stored bytes that no row mentions. Answers how many objects went. */
export async function sweepOrphans(ctx: AppContext): Promise<number> {
  let removed = 0
  for (const key of await deleteAbandonedFiles(ctx.db, timestamp(ctx.clock, -ABANDONED_AFTER_MS))) {
    await ctx.storage.remove(key)
    removed++
  }
  const tooOld = ctx.clock.now().getTime() - UNRECORDED_AFTER_MS
  for await (const { key, writtenAt } of ctx.storage.list()) {
    if (writtenAt > tooOld || (await isStoredKey(ctx.db, key))) continue
    await ctx.storage.remove(key)
    removed++
  }
  return removed
}
