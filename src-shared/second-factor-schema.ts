import { z } from 'zod'
import { password } from './account-schema.ts'
import { secondFactorMessages } from './second-factor.ts'

/** As typed. */
const factorCode = z
  .string({ error: secondFactorMessages.askedFor })
  .min(1, secondFactorMessages.askedFor)
  .max(60, secondFactorMessages.wrongCode)

export const secondFactorState = z.object({
  /** Null while none is set up. */
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  isRequired: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** A new TOTP secret: `key` to type into an app, `uri` for the QR code. */
export const newSecondFactor = z.object({ key: z.string(), uri: z.string() })

export const factorCodeInput = z.object({ code: factorCode })
/** Returned this once: only their hashes are stored. */
export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) })
export const removeFactorInput = z.object({ currentPassword: password, code: factorCode })
export const codeSignInInput = z.object({ ticket: z.string().max(100), code: factorCode })
