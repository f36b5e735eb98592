import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { findNewestClearing } from '../platform/encryption/purge-queries.ts'
import { deleteAbandonedFiles, isStoredKey } from './file-queries.ts'

/** How long an unattached upload is kept, so that a draft can be continued the same day. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000
/** Rows deleted per batch. The objects that a crash leaves of one batch are far below the limit of the sweep. */
const ABANDONED_BATCH = 5
/** Stored objects without a row are kept this long, because their request may still be running. */
const UNRECORDED_AFTER_MS = 60 * 60 * 1000
/** Parts of writes that never ended. They are no objects, so that their removal can wait. */
const UNFINISHED_AFTER_MS = 24 * 60 * 60 * 1000
/** A crash leaves few objects without rows. More of them mean that the database is incomplete. */
const UNRECORDED_LIMIT = { share: 0.1, atLeast: 20, atMost: 100 }

/**
 * Deletes abandoned uploads, objects without rows and parts of unfinished writes; returns how many objects. Deletes no
 * object when more lack rows than a crash can cause: an older database may have been restored.
 */
export async function sweepOrphans(app: ServerContext) {
  await app.storage.removeUnfinished(app.clock.now().getTime() - UNFINISHED_AFTER_MS)
  const { unrecorded, limit } = await findUnrecorded(app)
  app.files.withheldOrphans = unrecorded.length > limit ? unrecorded.length : 0
  if (app.files.withheldOrphans > 0) {
    app.log.error(
      { files: unrecorded.length, limit },
      'many stored files are not in the database: nothing is swept. Is it an older copy? See docs/operations.md',
    )
    return 0
  }
  for (const key of unrecorded) await app.storage.remove(key)
  return unrecorded.length + (await removeAbandoned(app))
}

/** The keys of old objects without rows. Those from before a Clear All Data are expected and raise the limit. */
async function findUnrecorded(app: ServerContext) {
  const tooOld = app.clock.now().getTime() - UNRECORDED_AFTER_MS
  const clearedAt = Date.parse((await findNewestClearing(app.db))?.at ?? '')
  const unrecorded: string[] = []
  let cleared = 0
  let total = 0
  for await (const { key, writtenAt } of app.storage.list()) {
    total++
    if (writtenAt > tooOld || (await isStoredKey(app.db, key))) continue
    unrecorded.push(key)
    if (writtenAt <= clearedAt) cleared++
  }
  const { share, atLeast, atMost } = UNRECORDED_LIMIT
  return { unrecorded, limit: cleared + Math.min(atMost, Math.max(atLeast, Math.floor((total - cleared) * share))) }
}

async function removeAbandoned({ db, clock, storage }: ServerContext) {
  const before = timestamp(clock, -ABANDONED_AFTER_MS)
  let removed = 0
  for (;;) {
    const keys = await deleteAbandonedFiles(db, before, ABANDONED_BATCH)
    if (keys.length === 0) return removed
    for (const key of keys) await storage.remove(key)
    removed += keys.length
  }
}
