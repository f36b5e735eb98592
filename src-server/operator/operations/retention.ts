import { networkBrands } from '#shared/network-brands.ts'
import { purgeClosed } from '../../cases/case-clock.ts'
import type { ServerContext } from '../../context.ts'
import { eraseOldDescriptions } from '../../payouts/erase-destinations.ts'
import { DAY_MS, timestamp } from '../../platform/clock.ts'
import { emptyWriteAheadLogUntilDone } from '../../platform/db/write-ahead-log.ts'
import {
  eraseAtEnd,
  purgeDueSecurityCodes,
  purgePhotos,
  purgeSubmission,
  purgeSubmissions,
  sumOf,
} from '../../submissions/purge-submission.ts'
import {
  listEndedBefore,
  listEndedOfBrands,
  listKeptWithPhotos,
  listPurgedWithFiles,
} from '../../submissions/purge-submission-queries.ts'

/**
 * Purges security codes of final submissions, and `RETENTION_DAYS` later card numbers (except the last 4) and photos;
 * of network-branded cards at once. What is kept for the disposal of a card stays until then, or its last day; pictures
 * of problems and appeals as long after these were closed. It catches up after downtime or a restore.
 */
export async function runRetention(app: ServerContext) {
  const ended = timestamp(app.clock, -app.config.retentionDays * DAY_MS)
  const purged = [
    await purgeDueSecurityCodes(app),
    await purgeSubmissions(app, (tx) => listEndedOfBrands(tx, networkBrands), eraseAtEnd),
    await purgeSubmissions(app, (tx) => listEndedBefore(tx, ended), purgeSubmission),
    await purgeSubmissions(app, (tx) => listKeptWithPhotos(tx, ended), purgePhotos),
    await purgeSubmissions(app, (tx) => listPurgedWithFiles(tx, ended), purgePhotos),
    await purgeClosed(app, 'order_problems', ended),
    await purgeClosed(app, 'appeals', ended),
  ]
  await eraseOldDescriptions(app)
  // Also clears the WAL after purges of a killed server.
  await emptyWriteAheadLogUntilDone(app)
  return sumOf(purged)
}
