import { randomBytes } from 'node:crypto'
import type { PayPalPayout } from '../../../payouts/paypal/paypal-client.ts'

/** A payout of $92.00 that nothing has requested before, unless `given` says otherwise. */
export function aPayout(given: Partial<PayPalPayout> = {}): PayPalPayout {
  const id = randomBytes(5).toString('hex').toUpperCase()
  return {
    key: `GCE-${id}-1-a1`,
    payoutId: `PO-${id}`,
    amountCents: 9200,
    recipientType: 'EMAIL',
    receiver: 'dana@mail.example',
    note: `Order GCE-${id}`,
    isRepeat: false,
    ...given,
  }
}
