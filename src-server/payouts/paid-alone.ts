import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { sumCents } from './payout-queries.ts'

/**
 * Whether a payout that one person approves and pays, or that PayPal sends by itself, is more than the controls allow
 * one person in 24 hours. On PostgreSQL, payments that begin in the same moment do not count each other.
 */
export async function isTooMuchAlone(
  { policies, clock }: AppContext,
  tx: Tx,
  by: string,
  { id = '', amountCents }: { id?: string; amountCents: number },
): Promise<boolean> {
  const { paidAloneADay: most, worksAlone } = policies.get('controls')
  if (most === null || worksAlone) return false
  const isAutomatic = policies.get('payouts').paypalSends === 'automatic'
  const alone = tx
    .selectFrom('payouts')
    .where('approved_at', '>', timestamp(clock, -DAY_MS))
    .where('approved_by', '=', by)
    .where('id', '!=', id)
    .where('state', 'not in', ['canceled', 'failed', 'returned'])
    .where((payout) => payout.or([payout('released_by', 'is', null), payout('released_by', '=', by)]))
    .where((payout) =>
      payout.or([
        payout('sent_by', '=', by),
        payout.and([payout('sent_by', 'is', null), payout(isAutomatic ? 'method_type' : 'provider', '=', 'paypal')]),
      ]),
    )
  return (await sumCents(alone)).cents + amountCents > most
}
