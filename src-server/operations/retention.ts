import { networkBrands } from '#shared/network-brands.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import {
  eraseAtEnd,
  purgeDueSecurityCodes,
  purgeInBatches,
  purgeSubmission,
  removeTraces,
} from '../submissions/purge-submission.ts'
import { listEndedBefore, listEndedOfBrands } from '../submissions/purge-submission-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes what may not be kept any longer: security codes of orders that are over, and card numbers (but for their last
 * 4) and photos `RETENTION_DAYS` after that, those of network-branded cards at once. Answers how many of each went.
 * It makes up for whatever a server that was away, or a restored backup, has missed, and may run at any time.
 */
export async function runRetention(ctx: AppContext): Promise<{ codes: number; numbers: number; photos: number }> {
  const ended = timestamp(ctx.clock, -ctx.config.retentionDays * DAY_MS)
  const purged = [
    await purgeDueSecurityCodes(ctx),
    await purgeInBatches(ctx, (tx) => listEndedOfBrands(tx, networkBrands), eraseAtEnd),
    await purgeInBatches(ctx, (tx) => listEndedBefore(tx, ended), purgeSubmission),
  ]
  // Also what a killed server had purged and not yet taken out of the log.
  await removeTraces(ctx, [])
  return {
    codes: purged.reduce((sum, { codes }) => sum + codes, 0),
    numbers: purged.reduce((sum, { numbers }) => sum + numbers, 0),
    photos: purged.reduce((sum, { photos }) => sum + photos, 0),
  }
}
