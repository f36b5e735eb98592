import { z } from 'zod'
import {
  accountProblems,
  type CustomerProfile,
  isEmail,
  isPhone,
  PASSWORD_MAX_LENGTH,
  type SignUpForm,
  type StaffProfile,
} from './account.ts'
import { accountWords } from './account-words.ts'
import { staffDuties, staffRoles } from './staff-role.ts'
import { text } from './text-schema.ts'

const missing = accountProblems.missingFields.message
/** A password as a caller sends it, whatever it is for. */
export const password = z
  .string({ error: missing })
  .max(PASSWORD_MAX_LENGTH, `Use at most ${PASSWORD_MAX_LENGTH} characters.`)

/** Only the shape: which rule is broken, and in which words, is said by `signUpProblem`. */
export const signUpInput = z.object(
  { name: text(80, missing), email: text(254, missing), phone: text(30, missing), password, confirmPassword: password },
  { error: missing },
) satisfies z.ZodType<SignUpForm>

export const signInInput = z.object({ email: text(254, missing), password }, { error: missing })

export const staffSignInInput = z.object(
  {
    username: z.string({ error: accountWords.staffSignInFailed }).max(80, accountWords.staffSignInFailed),
    password: z
      .string({ error: accountWords.staffSignInFailed })
      .max(PASSWORD_MAX_LENGTH, accountWords.staffSignInFailed),
    /** Of the second factor, for whoever has it at hand already. */
    code: z.string({ error: accountWords.staffSignInFailed }).max(60, accountWords.staffSignInFailed).optional(),
  },
  { error: accountWords.staffSignInFailed },
)

/** What a customer may change. The name belongs to the account and is read-only. */
export const profileInput = z.object({
  email: text(254).refine(isEmail, { error: accountProblems.invalidEmail.message }),
  phone: text(30).refine(isPhone, { error: accountProblems.invalidPhone.message }),
  address: text(300),
})
export type ProfileInput = z.infer<typeof profileInput>

export const customerProfile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
}) satisfies z.ZodType<CustomerProfile>

export const staffProfile = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  role: z.enum(staffRoles),
  sessionEndsAt: z.string(),
  mustDo: z.enum(staffDuties).nullable(),
}) satisfies z.ZodType<StaffProfile>

/** Who the two cookies of a browser stand for. */
export const currentSession = z.object({ customer: customerProfile.nullable(), staff: staffProfile.nullable() })
