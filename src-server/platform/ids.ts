import { createHash } from 'node:crypto'
import { site } from '#shared/site.ts'
import { randomBytes } from './random.ts'

/** A new id of 128 random bits, safe in URLs and file names. */
export function newId() {
  return randomBytes(16).toString('base64url')
}

let ordered = 0

/** A new id of 96 random bits that sorts after the earlier ones of this process, up to two billion of them. */
export function newOrderedId() {
  return `${(++ordered).toString(36).padStart(6, '0')}${randomBytes(12).toString('base64url')}`
}

export function isId(text: string) {
  return /^[\w-]{22}$/.test(text)
}

/** A new secret of 256 random bits for a cookie or link. Store only its `hashToken`. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest('base64url')
}

// Crockford's alphabet: without I, L, O and U, which are easily confused, also when typed from paper.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new submission id: 'GCE-' and 10 characters (50 random bits). */
export function newReference() {
  return site.orderPrefix + randomCharacters(10)
}

/** `prefix` and 10 characters (50 random bits). The 13 characters of a payout are what a bank file has room for. */
export function newPrefixedId(prefix: 'PO' | 'PF' | 'LOT' | 'SA' | 'SL' | 'AE' | 'WA') {
  return `${prefix}-${randomCharacters(10)}`
}

/** 5 random bits each. */
export function randomCharacters(length: number) {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('')
}

/** Generates request ids: a random part per process and a counter. Unique, not secret. */
export function requestIds() {
  const run = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

export function idsOf(rows: readonly { id: string }[]) {
  return rows.map(({ id }) => id)
}

export function keysOf(rows: readonly { key: string }[]) {
  return rows.map(({ key }) => key)
}
