import { operator } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockPayout } from '../lock-payout.ts'
import { findPause, listReadyPayPal } from './attempt-queries.ts'
import { beginPayPal, payPalReceiver } from './begin-paypal.ts'

const BATCH = 100

/**
 * Begins to send every ready PayPal payout, if the rules say so and PayPal is not paused. Those that PayPal cannot pay
 * stay ready for a person.
 */
export async function beginReadyPayouts(ctx: AppContext): Promise<void> {
  let last: Awaited<ReturnType<typeof listReadyPayPal>>[number] | undefined
  do {
    if (ctx.policies.get('payouts').paypalSends !== 'automatic' || (await findPause(ctx.db, 'paypal'))) return
    const ready = await listReadyPayPal(ctx.db, last, BATCH)
    for (const { id } of ready) await beginIfPossible(ctx, id)
    last = ready.length < BATCH ? undefined : ready.at(-1)
  } while (last)
}

async function beginIfPossible(ctx: AppContext, id: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const locked = await lockPayout(tx, { id })
      if (locked.payout.state !== 'ready' || !payPalReceiver(ctx, locked.payout, locked.order)) return
      await beginPayPal(ctx, tx, locked, operator)
    })
  } catch (error) {
    // Cleared since it was listed.
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}
