import { compactText } from './compact-text.ts'
import { type PaymentType, payoutTiming } from './payment-type.ts'

type PaymentTypeInfo = {
  name: string
  /** Label of the detail field; a bank has account and routing number fields instead. */
  detailLabel: string
  placeholder: string
  timing: string
}

export const paymentTypeInfo: Readonly<Record<PaymentType, PaymentTypeInfo>> = {
  paypal: { name: 'PayPal', detailLabel: 'PayPal Email', placeholder: 'you@mail.com', timing: payoutTiming.digital },
  cashapp: { name: 'Cash App', detailLabel: 'Cash App Tag', placeholder: '$yourtag', timing: payoutTiming.digital },
  zelle: {
    name: 'Zelle',
    detailLabel: 'Zelle Email or Phone',
    placeholder: 'you@mail.com or 555-0100',
    timing: payoutTiming.digital,
  },
  googlepay: {
    name: 'Google Pay',
    detailLabel: 'Google Pay Email or Phone',
    placeholder: 'you@gmail.com or 555-0100',
    timing: payoutTiming.digital,
  },
  applepay: {
    name: 'Apple Pay',
    detailLabel: 'Apple Pay Phone Number',
    placeholder: '555-0100',
    timing: payoutTiming.digital,
  },
  chime: {
    name: 'Chime',
    detailLabel: 'Chime ChimeSign or Phone',
    placeholder: '$yourchimesign',
    timing: payoutTiming.digital,
  },
  greendot: {
    name: 'GreenDot',
    detailLabel: 'GreenDot Account Details',
    placeholder: 'Name or account',
    timing: payoutTiming.digital,
  },
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
export function paymentLabel(payout: PayoutDetails): string {
  return payout.type === 'bank'
    ? `Bank: ${maskAccountNumber(payout.accountNumber).slice(0, 10)}...`
    : `${paymentTypeInfo[payout.type].name}: ${payout.details}`
}

/** '••••••6789': the last 4 digits; a number of at most 4 digits shows none. */
export function maskAccountNumber(accountNumber: string): string {
  const plain = normalizeAccountDigits(accountNumber)
  return `••••••${plain.length > 4 ? plain.slice(-4) : '••••'}`
}

/** Removes the spaces, hyphens and invisible characters of pasted numbers. */
export function normalizeAccountDigits(text: string): string {
  return compactText(text).replace(/[\s-]/g, '')
}

/** US account numbers: 4 to 17 digits. */
export function isAccountNumber(text: string): boolean {
  return /^\d{4,17}$/.test(normalizeAccountDigits(text))
}

/** US routing (ABA) numbers: 9 digits whose weighted sum 3-7-1 is a multiple of 10 (ABA routing number policy). */
export function isRoutingNumber(text: string): boolean {
  const plain = normalizeAccountDigits(text)
  if (!/^\d{9}$/.test(plain)) return false
  const weights = [3, 7, 1]
  const sum = [...plain].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}
