import type { AccountProblem } from './account.ts'
import { compactText } from './compact-text.ts'

/** Rules and messages of the second factor of staff: TOTP (RFC 6238), and recovery codes for a lost phone. */

export const TOTP_DIGITS = 6
export const RECOVERY_CODE_COUNT = 10
export const TICKET_MINUTES = 5
export const TICKET_TRIES = 5
/** After this many wrong codes, TOTP codes are rejected until the first is this old. Recovery codes still work. */
export const WRONG_CODES_MOST = 20
export const WRONG_CODES_MINUTES = 15

export const secondFactorMessages = {
  askedFor: 'Enter the code from your authenticator app.',
  wrongCode: 'That code is wrong or already used. Enter the one your app shows now.',
  resting: `Too many wrong codes. Use a recovery code, or wait ${WRONG_CODES_MINUTES} minutes.`,
  ticketOver: 'Too much time or too many tries. Please enter your password again.',
  isOn: 'Two-step verification is already on. Turn it off first.',
  isOff: 'Two-step verification is off.',
  notStarted: 'Start with a new key.',
  passwordFirst: 'Choose a new password first.',
  factorFirst: 'Set up two-step verification first.',
} as const

export const staffPasswordProblems = {
  samePassword: {
    title: 'Password Not Changed',
    message: 'Choose a password different from your current one.',
    field: 'password',
  },
  configured: {
    title: 'Password Not Changed',
    message: "This account's password is set on the server (ADMIN_PASSWORD). Change it there.",
  },
} as const satisfies Record<string, AccountProblem>

/** Whether this has the format of a TOTP or recovery code; ignores spaces and dashes. */
export function isCodeLike(code: string) {
  return /^(\d{6}|[0-9A-Z]{16})$/.test(plainCode(code))
}

export function plainCode(code: string) {
  return compactText(code).replace(/[\s-]/g, '').toUpperCase()
}
