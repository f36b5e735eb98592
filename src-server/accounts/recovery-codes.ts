import { randomBytes } from 'node:crypto'
import { plainCode, RECOVERY_CODE_COUNT } from '#shared/second-factor.ts'
import { hashToken } from '../platform/ids.ts'

// Crockford's alphabet has no letters that are confused when typed from paper.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = 16

/** Generates codes like '4K7M-9Q2X-W1HV-8TZB'. They have 80 random bits each, so a plain hash is safe. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = Array.from(randomBytes(LETTERS), (byte) => alphabet[byte % 32]).join('')
    return letters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** Hashes a code, ignoring case, blanks and hyphens. */
export function hashRecoveryCode(code: string): string {
  return hashToken(plainCode(code))
}
