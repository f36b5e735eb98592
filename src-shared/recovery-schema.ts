import { z } from 'zod'
import { accountFields, accountProblems } from './account.ts'
import { password } from './account-schema.ts'
import { hasEmailShape } from './email.ts'
import { typedText } from './text-schema.ts'

/** Checks the shape only: `recovery.ts` checks the rules and has their messages. */
export const passwordChangeInput = z.object({ currentPassword: password, password, confirmPassword: password })
export const accountDeletionInput = z.object({ password })
export const resetRequestInput = z.object({
  email: typedText(accountFields.email.kind, accountFields.email.maxLength).refine(hasEmailShape, {
    error: accountProblems.invalidEmail.message,
  }),
})
const token = z.string({ error: 'A token is required.' }).max(100, 'This token is too long.')
export const resetLinkInput = z.object({ token })
export const resetLinkOutput = z.object({ isValid: z.boolean() })
export const passwordResetInput = z.object({ token, password, confirmPassword: password })

/** A session of a customer in one browser. Times are ISO 8601. */
export const activeSession = z.object({
  id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  signedInAt: z.string(),
  /** Accurate to a few minutes. */
  lastSeenAt: z.string(),
})
export type ActiveSession = z.infer<typeof activeSession>
