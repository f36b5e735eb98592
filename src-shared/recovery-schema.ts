import { z } from 'zod'
import { accountProblems, isEmail } from './account.ts'
import { password } from './account-schema.ts'
import type { ActiveSession } from './recovery.ts'
import { text } from './text-schema.ts'

/** Only the shapes of passwords: which rule is broken, and in which words, is said by `recovery.ts`. */
export const passwordChangeInput = z.object({ currentPassword: password, password, confirmPassword: password })
export const accountDeletionInput = z.object({ password })
export const resetRequestInput = z.object({
  email: text(254).refine(isEmail, { error: accountProblems.invalidEmail.message }),
})
export const passwordResetInput = z.object({
  token: z.string({ error: 'A token is required.' }).max(100, 'That token is too long.'),
  password,
  confirmPassword: password,
})

export const activeSession = z.object({
  id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
}) satisfies z.ZodType<ActiveSession>
