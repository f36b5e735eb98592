import type { AccountProblem } from './account.ts'
import { site } from './site.ts'

/** The message of a disabled account. Only its customer sees it: it follows a valid session or password. */
export const accountDisabled = {
  title: 'Account Disabled',
  message: `This account has been disabled. Please contact ${site.supportEmail}.`,
} as const satisfies AccountProblem
