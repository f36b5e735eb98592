import { cleanText } from './clean-text.ts'
import { EMAIL_MAX_LENGTH, hasEmailShape, isEmail } from './email.ts'
import { isPhone } from './phone.ts'
import { textFault } from './text-messages.ts'

export const PASSWORD_MIN_LENGTH = 6
export const STAFF_PASSWORD_MIN_LENGTH = 12
export const PASSWORD_MAX_LENGTH = 256
export const STAFF_SESSION_MS = 8 * 60 * 60 * 1000
export const SESSION_ENDED_CODE = 4401
/** The close reason beside that code; empty when the session expired or was signed out. */
export type SessionEndReason = 'disabled'

export type AccountProblem = { title: string; message: string; field?: AccountField }
export type SignUpField = 'name' | 'email' | 'phone' | 'password' | 'confirmPassword'
export type SignUpForm = Record<SignUpField, string>
type AccountField = SignUpField | 'currentPassword'
export type NewPassword = Pick<SignUpForm, 'password' | 'confirmPassword'>

export const accountFields = {
  name: { label: 'Full Name', kind: 'name', maxLength: 80 },
  email: { label: 'Email Address', kind: 'email', maxLength: EMAIL_MAX_LENGTH },
  phone: { label: 'Phone Number', kind: 'phone', maxLength: 30 },
  address: { label: 'Address', kind: 'lines', maxLength: 300 },
} as const

/** How a placeholder address is recognised; the lists are configuration (see `.env.example`). */
export type PlaceholderEmailRules = {
  hosts: readonly string[]
  words: readonly string[]
  prefixes: readonly string[]
}

export const defaultPlaceholderEmailRules: PlaceholderEmailRules = {
  hosts: ['example.com', 'test.com'],
  words: ['placeholder', 'fake'],
  prefixes: ['boy@', 'girl@', 'user@'],
}

export const accountProblems = {
  missingFields: { title: 'Error', message: 'Please fill in all fields.' },
  invalidEmail: { title: 'Invalid Email', message: 'Please enter a valid email address.', field: 'email' },
  accountNotFound: {
    title: 'Account Not Found',
    message: 'This email is not registered. Please sign up first to create an account.',
  },
  wrongPasswordForEmail: {
    title: 'Email Not Changed',
    message: 'Wrong current password. Please try again.',
    field: 'currentPassword',
  },
  passwordForEmail: {
    title: 'Email Not Changed',
    message: 'Enter your current password to change the email address.',
    field: 'currentPassword',
  },
  passwordForDestination: {
    title: 'Password Needed',
    message: 'Enter your current password: it protects where your money goes.',
    field: 'currentPassword',
  },
  wrongPasswordForDestination: {
    title: 'Not Changed',
    message: 'Wrong current password. Please try again.',
    field: 'currentPassword',
  },
  wrongPassword: { title: 'Sign In Failed', message: 'Wrong email or password. Please try again.' },
  passwordsDiffer: { title: 'Error', message: 'Passwords do not match.', field: 'confirmPassword' },
  placeholderEmail: {
    title: 'Real Email Required',
    message:
      'Please use your actual email address, not a placeholder. This is needed for transaction notifications and payouts.',
    field: 'email',
  },
  emailTaken: {
    title: 'Email Already Registered',
    message: 'This email is already registered. Please sign in instead.',
    field: 'email',
  },
  emailOfOther: { title: 'Email Not Changed', message: 'This email belongs to another account.', field: 'email' },
  linkInName: { title: 'Error', message: "A name can't contain a link.", field: 'name' },
  invalidPhone: { title: 'Invalid Phone', message: 'Please enter a valid phone number.', field: 'phone' },
} as const satisfies Record<string, AccountProblem>

function passwordTooShort(minimum = PASSWORD_MIN_LENGTH): AccountProblem {
  return {
    title: 'Password Too Short',
    message: `Password must be at least ${minimum} characters long.`,
    field: 'password',
  }
}

export function isPlaceholderEmail(email: string, rules: PlaceholderEmailRules = defaultPlaceholderEmailRules) {
  const address = cleanText.email(email).toLowerCase()
  return (
    rules.hosts.some((host) => address.endsWith(`@${host}`) || address.endsWith(`.${host}`)) ||
    rules.words.some((word) => address.includes(word)) ||
    rules.prefixes.some((prefix) => address.startsWith(prefix))
  )
}

/** The first rule that a sign-up form breaks, in the order of its fields; undefined when valid. */
export function signUpProblem(
  form: SignUpForm,
  rules: { passwordMinLength: number; placeholders: PlaceholderEmailRules } = {
    passwordMinLength: PASSWORD_MIN_LENGTH,
    placeholders: defaultPlaceholderEmailRules,
  },
): AccountProblem | undefined {
  const [name, email] = [cleanText.name(form.name), cleanText.email(form.email)]
  const clean = { ...form, name, email, phone: cleanText.phone(form.phone) }
  const missing = (['name', 'email', 'phone', 'password', 'confirmPassword'] as const).find(
    (field) => !clean[field].trim(),
  )
  if (missing) return missingField(missing)
  const unusable = textProblem('name', name) ?? textProblem('email', email) ?? textProblem('phone', clean.phone)
  if (unusable) return unusable
  if (hasLink(name)) return accountProblems.linkInName
  if (!isEmail(email)) return accountProblems.invalidEmail
  if (isPlaceholderEmail(email, rules.placeholders)) return accountProblems.placeholderEmail
  if (!isPhone(clean.phone)) return accountProblems.invalidPhone
  return newPasswordProblem(form, rules.passwordMinLength)
}

export function textProblem(field: 'name' | 'email' | 'phone', text: string): AccountProblem | undefined {
  const { label, kind, maxLength } = accountFields[field]
  const message = textFault(kind, cleanText[kind](text), maxLength, label)
  return message === undefined ? undefined : { title: 'Error', message, field }
}

/** E-mails greet recipients by this name, and anyone can enter another person's address: no links for phishing. */
export function hasLink(name: string) {
  return name.includes('://')
}

export function newPasswordProblem(form: NewPassword, minimum: number): AccountProblem | undefined {
  // The normal form is what is hashed.
  const [password, repeated] = [form.password.normalize(), form.confirmPassword.normalize()]
  if (password !== repeated) return accountProblems.passwordsDiffer
  return password.length < minimum ? passwordTooShort(minimum) : undefined
}

/** `field` receives the focus. */
export function missingField(field: AccountField): AccountProblem {
  return { ...accountProblems.missingFields, field }
}

/** The first rule that an e-mail change breaks before the password is verified; undefined when valid. */
export function emailChangeProblem(
  form: { email: string; currentPassword?: string | undefined },
  placeholders: PlaceholderEmailRules = defaultPlaceholderEmailRules,
): AccountProblem | undefined {
  if (!isEmail(cleanText.email(form.email))) return accountProblems.invalidEmail
  if (isPlaceholderEmail(form.email, placeholders)) return accountProblems.placeholderEmail
  return form.currentPassword ? undefined : accountProblems.passwordForEmail
}

export function signInProblem(form: { email: string; password: string }): AccountProblem | undefined {
  const email = cleanText.email(form.email)
  if (!email || !form.password) return accountProblems.missingFields
  return hasEmailShape(email) ? undefined : accountProblems.invalidEmail
}
