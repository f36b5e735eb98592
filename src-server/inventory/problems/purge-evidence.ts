import type { ServerContext } from '../../context.ts'
import { notePictures, type Purged, purgeInBatches } from '../../submissions/purge-submission.ts'
import { deleteEvidence, listClosedWithEvidence } from './problem-end-queries.ts'

const BATCH = 20

/** Of problems that were closed before `before` (ISO 8601). */
export function purgeEvidence(app: ServerContext, before: string): Promise<Purged> {
  return purgeInBatches(
    app,
    (tx) => listClosedWithEvidence(tx, before, BATCH),
    async (_, tx, { id, submission_id }, at) => notePictures(app, tx, submission_id, await deleteEvidence(tx, id), at),
  )
}
