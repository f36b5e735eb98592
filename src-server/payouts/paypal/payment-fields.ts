import { isEmail } from '#shared/email.ts'
import { isUsPhone } from '#shared/payout-checks.ts'

/** A person that PayPal can pay; a phone number is in the form +15551234567. */
export type PayPalReceiver = { recipientType: 'EMAIL' | 'PHONE'; receiver: string }

/** The limit of PayPal, shorter than that of our accounts. */
const MAX_CHARACTERS = 127

/** An e-mail address or a US phone number. A payout to anything else is made by hand. */
export function receiverOf(details: string): PayPalReceiver | undefined {
  const text = details.trim()
  if (text.length > MAX_CHARACTERS) return undefined
  if (isEmail(text)) return { recipientType: 'EMAIL', receiver: text }
  if (isUsPhone(text)) return { recipientType: 'PHONE', receiver: `+1${text.replace(/\D/g, '').slice(-10)}` }
  return undefined
}

/** '92.00', as PayPal and banks write amounts. */
export const decimalFromCents = (cents: number) => (cents / 100).toFixed(2)
