import { z } from 'zod'
import { accountFields, accountProblems, hasLink, PASSWORD_MAX_LENGTH, type SignUpForm } from './account.ts'
import { accountMessages } from './account-messages.ts'
import { cleanText } from './clean-text.ts'
import { person } from './parts-schema.ts'
import { isPhone } from './phone.ts'
import { requiredActions, staffRoles } from './staff-role.ts'
import { textMessages } from './text-messages.ts'
import { text, typedText } from './text-schema.ts'

const missing = accountProblems.missingFields.message
/** Which rules apply depends on the call. */
export const password = z
  .string({ error: missing })
  .max(PASSWORD_MAX_LENGTH, textMessages.tooLong(PASSWORD_MAX_LENGTH, 'A password'))

const accountLine = (field: 'name' | 'email' | 'phone') =>
  typedText(accountFields[field].kind, accountFields[field].maxLength, { label: accountFields[field].label, missing })
/** Checks the shape only: `signUpProblem` checks the rules and has their messages. */
export const signUpInput = z.object(
  {
    name: accountLine('name').refine((name) => !hasLink(name), { error: accountProblems.linkInName.message }),
    email: accountLine('email'),
    phone: accountLine('phone'),
    password,
    confirmPassword: password,
  },
  { error: missing },
) satisfies z.ZodType<SignUpForm>

export const signInInput = z.object({ email: accountLine('email'), password }, { error: missing })

export const staffSignInInput = z.object(
  {
    username: z
      .string({ error: accountMessages.staffSignInFailed })
      .overwrite(cleanText.address)
      .max(80, accountMessages.staffSignInFailed),
    password: z
      .string({ error: accountMessages.staffSignInFailed })
      .max(PASSWORD_MAX_LENGTH, accountMessages.staffSignInFailed),
    /** Code of the second factor, for clients that send it with the password. */
    code: z.string({ error: accountMessages.staffSignInFailed }).max(60, accountMessages.staffSignInFailed).optional(),
  },
  { error: accountMessages.staffSignInFailed },
)

/** The name is read-only. A new e-mail address requires `currentPassword`, see `emailChangeProblem`. */
export const profileInput = z.object({
  email: accountLine('email'),
  phone: accountLine('phone').refine(isPhone, { error: accountProblems.invalidPhone.message }),
  address: text(accountFields.address.maxLength, { label: accountFields.address.label }),
  currentPassword: password.optional(),
})
export type ProfileInput = z.infer<typeof profileInput>

export const customerProfile = person.extend({ email: z.string(), phone: z.string(), address: z.string() })
export type CustomerProfile = z.infer<typeof customerProfile>

export const staffProfile = person.extend({
  username: z.string(),
  role: z.enum(staffRoles),
  /** ISO 8601, by the server's clock. */
  sessionEndsAt: z.string(),
  /** Until this is done, every other staff call is refused; null: nothing is required. */
  mustDo: z.enum(requiredActions).nullable(),
})
export type StaffProfile = z.infer<typeof staffProfile>

export const currentSession = z.object({ customer: customerProfile.nullable(), staff: staffProfile.nullable() })
