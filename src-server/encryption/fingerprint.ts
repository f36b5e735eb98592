import { createHmac } from 'node:crypto'
import { cardNumberCandidates } from '#shared/card-number.ts'
import { networkBrands } from '#shared/network-brands.ts'
import { normalizeAccountDigits, type PayoutDetails } from '#shared/payment-method.ts'
import type { Keyring } from './keys.ts'

/** Counts how fingerprints and masks have been made; an order of older rules is given new ones. */
export const FINGERPRINT_RULES = 1

/** A number of so many characters is one card whatever brand it is sold as; shorter ones are told apart by the brand. */
const UNIQUE_LENGTH = 12

/**
 * Blind indexes of a card, one for every number that may be meant by `typed`. Two orders are of one card when they share
 * one; none tells anything about the number.
 */
export function cardFingerprints(
  keyring: Keyring,
  brand: string,
  typed: string,
  keyId: string = keyring.activeId,
): string[] {
  return cardNumberCandidates(typed, brand).map((number) =>
    number.length >= UNIQUE_LENGTH
      ? blindIndex(keyring, keyId, ['card', 'any', number])
      : blindIndex(keyring, keyId, [brand, number]),
  )
}

/**
 * The blind indexes orders had before `cardFingerprints`, of brand and number together: what is left of cards whose
 * numbers are gone. Only looked up.
 */
export function formerCardFingerprints(
  keyring: Keyring,
  brand: string,
  typed: string,
  keyId: string = keyring.activeId,
): string[] {
  const numbers = cardNumberCandidates(typed, brand)
  return [...new Set([brand, ...networkBrands])].flatMap((each) =>
    numbers.map((number) => blindIndex(keyring, keyId, [each, number])),
  )
}

/** Blind index of where money goes: one account, however it was typed, gives one text. */
export function payoutFingerprint(keyring: Keyring, payout: PayoutDetails, keyId: string = keyring.activeId): string {
  const account =
    payout.type === 'bank'
      ? [normalizeAccountDigits(payout.routingNumber), normalizeAccountDigits(payout.accountNumber)]
      : [normalizedDetails(payout.details)]
  // Begins with another word than that of any card.
  return blindIndex(keyring, keyId, ['payout', payout.type, ...account])
}

function blindIndex(keyring: Keyring, keyId: string, parts: readonly string[]): string {
  const mac = createHmac('sha256', keyring.key(keyId, 'fingerprint'))
  mac.update(JSON.stringify(parts))
  return `${keyId}.${mac.digest('base64url')}`
}

/**
 * The account in what was typed: an e-mail address in small letters, else the digits of a phone number without the
 * country's 1, else letters and digits of the tag behind a label ('paypal: ') or a link ('https://cash.app/$').
 */
function normalizedDetails(details: string): string {
  const seen = details.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  const text = seen.toLowerCase()
  const email = /[^\s<>()[\]:;,"'/]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/u.exec(text.replace(/\s*([@.])\s*/g, '$1'))
  if (email) return email[0]
  const tag = text.split(/[:/=]/).findLast((piece) => /[\p{L}\p{N}]/u.test(piece)) ?? text
  const isPhone = /^[+\d().\s-]{7,}$/.test(tag)
  if (isPhone) return tag.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return tag.replace(/[^\p{L}\p{N}]/gu, '') || text
}
