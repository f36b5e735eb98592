import { z } from 'zod'
import { password } from './account-schema.ts'
import { type NewSecondFactor, type SecondFactorState, secondFactorMessages } from './second-factor.ts'

/** Of an app or a recovery code, as a person types it. */
export const factorCode = z
  .string({ error: secondFactorMessages.askedFor })
  .min(1, secondFactorMessages.askedFor)
  .max(60, secondFactorMessages.wrongCode)

export const secondFactorState = z.object({
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  isRequired: z.boolean(),
}) satisfies z.ZodType<SecondFactorState>

export const newSecondFactor = z.object({ key: z.string(), uri: z.string() }) satisfies z.ZodType<NewSecondFactor>
export const factorCodeInput = z.object({ code: factorCode })
/** Told this once; only their hashes are kept. */
export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) })
export const removeFactorInput = z.object({ currentPassword: password, code: factorCode })
export const codeSignInInput = z.object({ ticket: z.string().max(100), code: factorCode })
