import { createHash, randomBytes } from 'node:crypto'
import { site } from '#shared/site.ts'

/** A new id: 128 random bits, safe in a URL and in a file name. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}

/** Whether a text can be one of `newId`. */
export function isId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}

/** A new secret for a cookie or a link: 256 random bits. Store only its `hashToken`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

// Crockford's alphabet: no I, L, O or U, so a reference read aloud is written down right.
const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new order reference, 'GCE-' and 10 characters (50 random bits). It is the submission's id. */
export function newReference(): string {
  const characters = Array.from(randomBytes(10), (byte) => referenceAlphabet[byte % 32])
  return `${site.orderPrefix}${characters.join('')}`
}

/** Names requests of this process: a random part made once, and a count. Unique, and no secret. */
export function requestIds(): () => string {
  const run = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}
