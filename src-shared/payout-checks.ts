import { compactText } from './compact-text.ts'
import { isEmail } from './email.ts'
import { isAccountNumber, isRoutingNumber, normalizeAccountDigits } from './payment-method.ts'
import type { PaymentType } from './payment-type.ts'

/** Soft checks of where a payout goes: a warning or undefined. They never block an order. */

/** A tag of Cash App or Chime: up to 20 letters, digits, underscores and hyphens, not digits alone. */
const tag = /^\$(?=.*[a-z])[a-z0-9_-]{1,20}$/i

/** Whether this is a US phone number: ten digits from an area code on, with or without +1 and separators. */
export function isUsPhone(text: string) {
  return /^(?:\+?1)?[2-9]\d{9}$/.test(compactText(text).replace(/[\s().-]/g, ''))
}

const isContact = (details: string) => isEmail(details) || isUsPhone(details)
const hasTwoCharacters = (details: string) => /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(details)

/** What the details of each type are, and the warning about others. */
const rules: Readonly<Record<Exclude<PaymentType, 'bank'>, readonly [(details: string) => boolean, string]>> = {
  paypal: [isEmail, 'PayPal needs an email address, like you@mail.com.'],
  cashapp: [(details) => tag.test(details), 'A Cash App tag starts with $, like $yourtag.'],
  zelle: [isContact, 'Zelle needs an email address or a 10-digit US phone number.'],
  googlepay: [isContact, 'Google Pay needs an email address or a 10-digit US phone number.'],
  applepay: [isUsPhone, 'Apple Pay needs a 10-digit US phone number.'],
  chime: [
    (details) => tag.test(details) || isUsPhone(details),
    'Chime needs a ChimeSign, like $yoursign, or a 10-digit US phone number.',
  ],
  greendot: [hasTwoCharacters, 'Enter the name or number of your Green Dot account.'],
}

export function payoutWarning(type: Exclude<PaymentType, 'bank'>, text: string) {
  const details = compactText(text)
  const [isRight, warning] = rules[type]
  return details === '' || isRight(details) ? undefined : warning
}

export function accountNumberWarning(text: string): string | undefined {
  if (compactText(text) === '' || isAccountNumber(text)) return undefined
  return 'Account numbers have 4 to 17 digits.'
}

export function routingNumberWarning(text: string) {
  if (compactText(text) === '' || isRoutingNumber(text)) return undefined
  const digits = normalizeAccountDigits(text)
  if (!/^\d*$/.test(digits)) return 'Routing numbers have digits only.'
  return digits.length === 9
    ? "This can't be a routing number. Check each digit."
    : `Routing numbers have 9 digits. You entered ${digits.length}.`
}
