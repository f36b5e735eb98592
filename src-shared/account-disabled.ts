import type { AccountProblem } from './account.ts'

/** The message of a disabled account. Only its customer sees it: it follows a valid session or password. */
export function accountDisabled(supportEmail: string) {
  return {
    title: 'Account Disabled',
    message: `This account has been disabled. Please contact ${supportEmail}.`,
  } as const satisfies AccountProblem
}
