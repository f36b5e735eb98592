import type { ServerContext } from '../context.ts'
import { notePictures, type Purged, purgeInBatches } from '../submissions/purge-submission.ts'
import { eraseAppeal, listClosedWithWords } from './appeal-queries.ts'

const BATCH = 20

/** Of appeals that were closed before `before` (ISO 8601). */
export function purgeAppeals(app: ServerContext, before: string): Promise<Purged> {
  return purgeInBatches(
    app,
    (tx) => listClosedWithWords(tx, before, BATCH),
    async (_, tx, { id, submission_id }, at) => notePictures(app, tx, submission_id, await eraseAppeal(tx, id), at),
  )
}
