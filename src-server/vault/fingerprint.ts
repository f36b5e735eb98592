import { createHmac } from 'node:crypto'
import { normalizeAccountDigits, type PayoutDetails } from '#shared/payment-method.ts'
import { normalizeCardNumber } from '#shared/submission.ts'
import type { Keyring } from './keys.ts'

/** Blind index of a card: the same brand and number give the same text, which tells nothing about either. */
export function cardFingerprint(
  keyring: Keyring,
  brand: string,
  cardNumber: string,
  keyId: string = keyring.activeId,
): string {
  return blindIndex(keyring, keyId, [brand, normalizeCardNumber(cardNumber)])
}

/** Blind index of where money goes: one account, however it was typed, gives one text. */
export function payoutFingerprint(keyring: Keyring, payout: PayoutDetails, keyId: string = keyring.activeId): string {
  const account =
    payout.type === 'bank'
      ? [normalizeAccountDigits(payout.routingNumber), normalizeAccountDigits(payout.accountNumber)]
      : [normalizedDetails(payout.details)]
  // Three parts or more, so that it can never be that of a card.
  return blindIndex(keyring, keyId, ['payout', payout.type, ...account])
}

function blindIndex(keyring: Keyring, keyId: string, parts: readonly string[]): string {
  const mac = createHmac('sha256', keyring.key(keyId, 'fingerprint'))
  mac.update(JSON.stringify(parts))
  return `${keyId}.${mac.digest('base64url')}`
}

/** Case, spaces and the '$' of a tag mean nothing; a phone number is its digits without the country's 1. */
function normalizedDetails(details: string): string {
  const text = details.normalize('NFKC').toLowerCase().replace(/\s/g, '')
  const isPhone = /^[+\d().-]{7,}$/.test(text)
  return isPhone ? text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : text.replace(/^\$/, '')
}
