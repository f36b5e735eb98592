import { z } from 'zod'
import { accountFields, accountProblems } from './account.ts'
import { password } from './account-schema.ts'
import { hasEmailShape } from './email.ts'
import type { ActiveSession } from './recovery.ts'
import { line } from './text-schema.ts'

/** Only the shapes of passwords: which rule is broken, and in which words, is said by `recovery.ts`. */
export const passwordChangeInput = z.object({ currentPassword: password, password, confirmPassword: password })
export const accountDeletionInput = z.object({ password })
export const resetRequestInput = z.object({
  email: line(accountFields.email.maxLength).refine(hasEmailShape, { error: accountProblems.invalidEmail.message }),
})
const token = z.string({ error: 'A token is required.' }).max(100, 'That token is too long.')
export const resetLinkInput = z.object({ token })
export const resetLinkOutput = z.object({ isValid: z.boolean() })
export const passwordResetInput = z.object({
  token,
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
