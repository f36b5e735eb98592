import { PASSWORD_MIN_LENGTH } from '#shared/account.ts'

/** `level` 0 (too short) to 3, and the word for it. */
export type PasswordStrength = { level: 0 | 1 | 2 | 3; word: string }

const GOOD_LENGTH = 10
const STRONG_LENGTH = 14

/** How well a password resists guessing, by its length alone: length helps more than odd characters do. */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH) return { level: 0, word: 'Too short' }
  if (length < GOOD_LENGTH) return { level: 1, word: 'Fair. Longer is safer' }
  return length < STRONG_LENGTH ? { level: 2, word: 'Good' } : { level: 3, word: 'Strong' }
}
