import { createHmac } from 'node:crypto'
import { cardNumberCandidates } from '#shared/card-number.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { networkBrands } from '#shared/network-brands.ts'
import { normalizeAccountDigits, type PayoutDetails } from '#shared/payment-method.ts'
import type { Keyring } from './keys.ts'

/** Version of the rules for fingerprints and masks. Submissions with an older version are recomputed. */
export const FINGERPRINT_RULES = 1

/** Numbers of at least this length identify a card without its brand; shorter ones are combined with the brand. */
const UNIQUE_LENGTH = 12

/** Blind indexes, one for each possible reading of `typed`. One in common means the same card; none is reversible. */
export function cardFingerprints(keyring: Keyring, brand: string, typed: string, keyId: string = keyring.activeId) {
  return cardNumberCandidates(typed, brand).map((number) =>
    number.length >= UNIQUE_LENGTH
      ? blindIndex(keyring, keyId, ['card', 'any', number])
      : blindIndex(keyring, keyId, [brand, number]),
  )
}

/** Blind indexes in the former format, by which submissions are found whose number was purged. */
export function formerCardFingerprints(
  keyring: Keyring,
  brand: string,
  typed: string,
  keyId: string = keyring.activeId,
) {
  const numbers = cardNumberCandidates(typed, brand)
  return [...new Set([brand, ...networkBrands])].flatMap((each) =>
    numbers.map((number) => blindIndex(keyring, keyId, [each, number])),
  )
}

/** Blind index of a payout account, independent of how it was typed. */
export function payoutFingerprint(keyring: Keyring, payout: PayoutDetails, keyId: string = keyring.activeId) {
  const account =
    payout.type === 'bank'
      ? [normalizeAccountDigits(payout.routingNumber), normalizeAccountDigits(payout.accountNumber)]
      : [normalizedDetails(payout.details)]
  // The prefix differs from those of cards, so that the two never collide.
  return blindIndex(keyring, keyId, ['payout', payout.type, ...account])
}

function blindIndex(keyring: Keyring, keyId: string, parts: readonly string[]) {
  const mac = createHmac('sha256', keyring.key(keyId, 'fingerprint'))
  mac.update(JSON.stringify(parts))
  return `${keyId}.${mac.digest('base64url')}`
}

/** A lower-case e-mail address, the digits of a phone number without 1, or the tag after a label or a link. */
function normalizedDetails(details: string) {
  const text = withoutInvisible(details.normalize('NFKC')).toLowerCase()
  const email = firstEmail(withoutSpaces(text))
  if (email !== undefined) return email
  const tag = text.split(/[:/=]/).findLast((piece) => /[\p{L}\p{N}]/u.test(piece)) ?? text
  const isPhone = /^[+\d().\s-]{7,}$/.test(tag)
  if (isPhone) return tag.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return tag.replace(/[^\p{L}\p{N}]/gu, '') || text
}

function withoutSpaces(text: string) {
  const pieces = text.split(/([@.])/)
  return pieces
    .map((piece, at) => (at === 0 ? piece : piece.trimStart()))
    .map((piece, at) => (at === pieces.length - 1 ? piece : piece.trimEnd()))
    .join('')
}

/** The first word with an @ before a domain, up to the end of the last such domain in it. */
function firstEmail(text: string) {
  for (const [word] of text.matchAll(/[^\s<>()[\]:;,"'/]+/gu)) {
    const end = [...word.matchAll(/(?<=.)@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gsu)].at(-1)
    if (end) return word.slice(0, end.index) + end[0]
  }
  return undefined
}
