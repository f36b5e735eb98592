import type { ServerContext } from '../context.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { putHold } from './hold-customer.ts'
import { lockPayout } from './lock-payout.ts'
import { listUnsentPayouts } from './payout-queries.ts'
import { limitRepeats } from './sending/attempt-queries.ts'

/**
 * Holds every payout of restored data that has not left, because it may have been paid since the backup. Open requests
 * to PayPal are repeated only for a day after they began. Returns the number of held payouts.
 */
export async function holdRestoredPayouts(app: ServerContext, source: string): Promise<number> {
  await inServerTransaction(app.db, limitRepeats)
  const payouts = await listUnsentPayouts(app.db)
  for (const { id } of payouts)
    await inServerTransaction(app.db, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      const note = `${source} was restored. Compare with PayPal and your bank, then lift this hold.`
      await putHold(app, tx, payout, { kind: 'restored', note, made_by: null })
    })
  return payouts.length
}
