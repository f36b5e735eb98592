import type { AccountProblem } from './account.ts'
import { site } from './site.ts'

/** What a customer is told whose account staff have disabled: only they see it, signed in or with their password. */
export const accountDisabled = {
  title: 'Account Disabled',
  message: `This account has been disabled. Please write to ${site.supportEmail}.`,
} as const satisfies AccountProblem
