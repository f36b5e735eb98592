export const paymentTypes = [
  'paypal',
  'cashapp',
  'zelle',
  'googlepay',
  'applepay',
  'chime',
  'greendot',
  'bank',
] as const
export type PaymentType = (typeof paymentTypes)[number]

export function isPaymentType(method: string): method is PaymentType {
  return (paymentTypes as readonly string[]).includes(method)
}

/** How long a payout takes after verification: to a bank, or by every other type. */
export const payoutTiming = { digital: '5 minutes to 1 hour', bank: 'up to 2 business days' } as const
