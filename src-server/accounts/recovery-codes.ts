import { randomBytes } from 'node:crypto'
import { plainCode, RECOVERY_CODE_COUNT } from '#shared/second-factor.ts'
import { hashToken } from '../ids.ts'

// Crockford's alphabet: what is read from paper is typed right.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = 16

/** New codes like '4K7M-9Q2X-W1HV-8TZB', 80 random bits each: too many to guess, so a plain hash keeps them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = Array.from(randomBytes(LETTERS), (byte) => alphabet[byte % 32]).join('')
    return letters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** What a code is stored as, however it is typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(plainCode(code))
}
