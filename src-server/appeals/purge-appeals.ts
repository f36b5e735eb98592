import type { ServerContext } from '../context.ts'
import { storedKeys } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { type Purged, removeTraces } from '../submissions/purge-submission.ts'
import { eraseAppeal, listClosedWithWords } from './appeal-queries.ts'

const BATCH = 20

/** Purges words and pictures of appeals that were closed before `before` (ISO 8601). The purge log has the pictures. */
export async function purgeAppeals(app: ServerContext, before: string): Promise<Purged> {
  const all: Purged = { codes: 0, numbers: 0, photos: 0, fileKeys: [] }
  for (;;) {
    const { erased, keys } = await inServerTransaction(app.db, async (tx) => {
      const closed = await listClosedWithWords(tx, before, BATCH)
      const keys: string[] = []
      for (const { id, submission_id } of closed) {
        const pictures = await eraseAppeal(tx, id)
        if (pictures.length > 0)
          await notePurge(tx, { what: 'photos', subjectId: submission_id, at: timestamp(app.clock) })
        all.photos += pictures.length
        keys.push(...storedKeys(pictures))
      }
      return { erased: closed.length, keys }
    })
    if (erased === 0) return all
    await removeTraces(app, keys)
    all.fileKeys.push(...keys)
  }
}
