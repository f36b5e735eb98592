import type { ServerContext } from '../../context.ts'
import { storedKeys } from '../../files/file-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { type Purged, removeTraces } from '../../submissions/purge-submission.ts'
import { deleteEvidence, listClosedWithEvidence } from './problem-end-queries.ts'

const BATCH = 20

/** Purges the pictures of problems that were closed before `before` (ISO 8601), and notes it in the purge log. */
export async function purgeEvidence(app: ServerContext, before: string): Promise<Purged> {
  const all: Purged = { codes: 0, numbers: 0, photos: 0, fileKeys: [] }
  for (;;) {
    const keys = await inServerTransaction(app.db, async (tx) => {
      const purged: string[] = []
      for (const { id, submission_id } of await listClosedWithEvidence(tx, before, BATCH)) {
        const pictures = await deleteEvidence(tx, id)
        await notePurge(tx, { what: 'photos', subjectId: submission_id, at: timestamp(app.clock) })
        all.photos += pictures.length
        purged.push(...storedKeys(pictures))
      }
      return purged
    })
    if (keys.length === 0) return all
    await removeTraces(app, keys)
    all.fileKeys.push(...keys)
  }
}
