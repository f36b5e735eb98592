import { operator } from '../../audit/audit-queries.ts'
import type { ServerContext } from '../../context.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { AppError } from '../../platform/errors.ts'
import { lockPayout } from '../lock-payout.ts'
import { listReadyPayPal } from './attempt-queries.ts'
import { beginPayPal, payPalReceiver } from './begin-paypal.ts'

const BATCH = 100

/**
 * Begins to send every ready PayPal payout, if the rules say so and PayPal is not paused. Those that PayPal cannot pay
 * stay ready for a person.
 */
export async function beginReadyPayouts(app: ServerContext): Promise<void> {
  let last: Awaited<ReturnType<typeof listReadyPayPal>>[number] | undefined
  do {
    if (
      app.policies.get('payouts').paypalSends !== 'automatic' ||
      (await table('sender_pauses').find(app.db, { provider: 'paypal' }))
    )
      return
    const ready = await listReadyPayPal(app.db, last, BATCH)
    for (const { id } of ready) await beginIfPossible(app, id)
    last = ready.length < BATCH ? undefined : ready.at(-1)
  } while (last)
}

async function beginIfPossible(app: ServerContext, id: string): Promise<void> {
  try {
    await inServerTransaction(app.db, async (tx) => {
      const locked = await lockPayout(tx, { id })
      if (locked.payout.state !== 'ready' || !payPalReceiver(app, locked.payout, locked.order)) return
      await beginPayPal(app, tx, locked, operator)
    })
  } catch (error) {
    // Cleared since it was listed.
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}
