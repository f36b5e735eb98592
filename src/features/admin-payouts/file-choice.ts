import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PayoutFileFormat, payoutFileMessages } from '#shared/payout-file.ts'
import type { Payout } from '#shared/payout-schema.ts'

export const fileFormatNames: Readonly<Record<PayoutFileFormat, string>> = {
  bank: 'Bank transfers (CSV)',
  paypal: 'PayPal mass payment (CSV)',
}

/** The server also looks at the destination. */
export function fitsFile(format: PayoutFileFormat, { method }: Pick<Payout, 'method'>): boolean {
  return method === format
}

export function otherMethodText(format: PayoutFileFormat, { method }: Pick<Payout, 'method'>): string {
  return payoutFileMessages.otherMethod(format, paymentTypeInfo[method].name)
}
