import type { Db } from '../platform/db/database.ts'

/** Cents of the PayPal payouts that are ready, and of the held ones that become ready by themselves until `until`. */
export async function sumPayPalDue(db: Db, until: string): Promise<{ readyCents: number; soonCents: number }> {
  const sum = db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum('amount_cents').as('cents'))
    .where('method_type', '=', 'paypal')
  const ready = await sum.where('state', '=', 'ready').executeTakeFirstOrThrow()
  const soon = await sum
    .where('state', '=', 'held')
    .where('ready_at', 'is not', null)
    .where('ready_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payout_holds')
            .select('payout_holds.id')
            .whereRef('payout_holds.payout_id', '=', 'payouts.id')
            .where('lifted_at', 'is', null)
            .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', until)])),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return { readyCents: Number(ready.cents ?? 0), soonCents: Number(soon.cents ?? 0) }
}
