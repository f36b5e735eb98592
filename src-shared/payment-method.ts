import { compactText } from './compact-text.ts'
import { type PaymentType, payoutTiming } from './payment-type.ts'

type PaymentTypeInfo = { name: string; detailLabel: string; placeholder: string; timing: string }

const digital = (name: string, detailLabel: string, placeholder: string): PaymentTypeInfo => ({
  name,
  detailLabel,
  placeholder,
  timing: payoutTiming.digital,
})

export const paymentTypeInfo: Readonly<Record<PaymentType, PaymentTypeInfo>> = {
  paypal: digital('PayPal', 'PayPal Email', 'you@mail.com'),
  cashapp: digital('Cash App', 'Cash App Tag', '$yourtag'),
  zelle: digital('Zelle', 'Zelle Email or Phone', 'you@mail.com or 555-0100'),
  googlepay: digital('Google Pay', 'Google Pay Email or Phone', 'you@gmail.com or 555-0100'),
  applepay: digital('Apple Pay', 'Apple Pay Phone Number', '555-0100'),
  chime: digital('Chime', 'Chime ChimeSign or Phone', '$yourchimesign'),
  greendot: digital('GreenDot', 'GreenDot Account Details', 'Name or account'),
  bank: {
    name: 'Bank Transfer',
    detailLabel: 'Bank Account',
    placeholder: 'Account and routing number',
    timing: payoutTiming.bank,
  },
}

export const bankWarning =
  'Bank transfers may take up to 2 business days. We recommend digital methods for same-day pay.'

export const paymentMethodMessages = {
  incomplete: 'Please fill in all payment details.',
  added: 'Payment method added successfully.',
  removed: 'Payment method removed successfully.',
} as const

/** The destination of a payout: two numbers for a bank, one line of details for every other type. */
export type PayoutDetails =
  | { type: Exclude<PaymentType, 'bank'>; details: string }
  | { type: 'bank'; accountNumber: string; routingNumber: string }

/** 'PayPal: details'; of a bank 10 characters of the masked account, so that no account number leaks. */
export function paymentLabel(payout: PayoutDetails) {
  return payout.type === 'bank'
    ? `Bank: ${maskAccountNumber(payout.accountNumber).slice(0, 10)}...`
    : `${paymentTypeInfo[payout.type].name}: ${payout.details}`
}

/** '••••••6789': the last 4 digits; a number of at most 4 digits shows none. */
export function maskAccountNumber(accountNumber: string) {
  const plain = normalizeAccountDigits(accountNumber)
  return `••••••${plain.length > 4 ? plain.slice(-4) : '••••'}`
}

/** Removes the spaces, hyphens and invisible characters of pasted numbers. */
export function normalizeAccountDigits(text: string) {
  return compactText(text).replace(/[\s-]/g, '')
}

export function isAccountNumber(text: string) {
  return /^\d{4,17}$/.test(normalizeAccountDigits(text))
}

/** US routing (ABA) numbers: 9 digits whose weighted sum 3-7-1 is a multiple of 10 (ABA routing number policy). */
export function isRoutingNumber(text: string) {
  const plain = normalizeAccountDigits(text)
  if (!/^\d{9}$/.test(plain)) return false
  const weights = [3, 7, 1]
  const sum = [...plain].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}
