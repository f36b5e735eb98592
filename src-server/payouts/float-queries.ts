import type { Db } from '../platform/db/database.ts'
import { isFree, sumCents } from './payout-queries.ts'

/** Cents of the PayPal payouts that are ready, and of the held ones that become ready by themselves until `until`. */
export async function sumPayPalDue(db: Db, until: string): Promise<{ readyCents: number; soonCents: number }> {
  const payouts = db.selectFrom('payouts').where('method_type', '=', 'paypal')
  const ready = await sumCents(payouts.where('state', '=', 'ready'))
  const soon = payouts
    .where('state', '=', 'held')
    .where('ready_at', 'is not', null)
    .where('ready_at', '<=', until)
    .where((where) => isFree(where, until))
  return { readyCents: ready.cents, soonCents: (await sumCents(soon)).cents }
}
