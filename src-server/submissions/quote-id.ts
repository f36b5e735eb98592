import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../platform/encryption/keys.ts'

/** `version` is that of the catalogue; undefined in quotes of releases without one. */
export type QuotedTerms = {
  slug: string
  valueCents: number
  rateBps: number
  /** Epoch milliseconds */
  expiresAt: number
  version: number | undefined
  /** The order whose card is sent again, and whose rate it is. */
  formerId?: string | undefined
}

/**
 * 'kid.slug.cents.bps.expiry.version.mac', with '.order' before the mac at the rate of an order: readable on purpose,
 * because only its integrity matters.
 */
export function signQuote(keyring: Keyring, quoted: QuotedTerms & { version: number }): string {
  const { slug, valueCents, rateBps, expiresAt, version, formerId } = quoted
  const order = formerId === undefined ? '' : `.${formerId}`
  const terms = `${keyring.activeId}.${slug}.${valueCents}.${rateBps}.${expiresAt}.${version}${order}`
  return `${terms}.${macOf(keyring, keyring.activeId, terms).toString('base64url')}`
}

/** Undefined when it is not authentic. */
export function openQuote(keyring: Keyring, quoteId: string): QuotedTerms | undefined {
  const parts = quoteId.split('.')
  const [keyId = '', slug = '', cents, bps, expiry] = parts
  if (parts.length < 6 || parts.length > 8 || !keyring.ids.includes(keyId)) return undefined
  const terms = parts.slice(0, -1).join('.')
  const given = Buffer.from(parts.at(-1) ?? '', 'base64url')
  const wanted = macOf(keyring, keyId, terms)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const version = parts.length > 6 ? Number(parts[5]) : undefined
  const formerId = parts.length > 7 ? parts[6] : undefined
  return { slug, valueCents: Number(cents), rateBps: Number(bps), expiresAt: Number(expiry), version, formerId }
}

function macOf(keyring: Keyring, keyId: string, terms: string): Buffer {
  return createHmac('sha256', keyring.key(keyId, 'quote')).update(terms).digest()
}
