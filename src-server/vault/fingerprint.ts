import { createHmac } from 'node:crypto'
import { normalizeCardNumber } from '#shared/submission.ts'
import type { Keyring } from './keys.ts'

/** Blind index of a card: the same brand and number give the same text, which tells nothing about either. */
export function cardFingerprint(keyring: Keyring, brand: string, cardNumber: string): string {
  const mac = createHmac('sha256', keyring.key(keyring.activeId, 'fingerprint'))
  mac.update(JSON.stringify([brand, normalizeCardNumber(cardNumber)]))
  return `${keyring.activeId}.${mac.digest('base64url')}`
}
