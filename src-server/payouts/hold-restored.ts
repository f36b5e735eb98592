import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { lockPayout } from './lock-payout.ts'
import { insertHolds, listUnsentPayouts } from './payout-queries.ts'
import { changePayout, changeState } from './payout-state.ts'
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
      const hold = { id: newId(), payout_id: id, kind: 'restored', made_by: null, note } as const
      const open = { made_at: timestamp(app.clock), ends_at: null, lifted_by: null, lifted_at: null }
      await insertHolds(tx, [{ ...hold, ...open }])
      await (payout.state === 'ready' ? changeState(app, tx, payout, 'held') : changePayout(app, tx, payout, {}))
    })
  return payouts.length
}
