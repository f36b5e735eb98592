import { describe, expect, test } from 'vitest'
import {
  accountProblems,
  defaultPlaceholderEmailRules,
  isPlaceholderEmail,
  PASSWORD_MIN_LENGTH,
  type SignUpField,
  type SignUpForm,
  signInProblem,
  signUpProblem,
} from './account.ts'
import { mayHoldScopes, tokenScopes } from './api-token.ts'
import { isPhone } from './phone.ts'
import { hasPermission, type StaffRole, staffRoles } from './staff-role.ts'

const form: SignUpForm = {
  name: 'Ann Lee',
  email: 'ann@mail.com',
  phone: '(555) 010-0199',
  password: 'secret',
  confirmPassword: 'secret',
}
const problemWith = (change: Partial<SignUpForm>) => signUpProblem({ ...form, ...change })

describe('signUpProblem', () => {
  test('accepts a complete form with a password of 6 characters', () => {
    expect(signUpProblem(form)).toBeUndefined()
    expect(PASSWORD_MIN_LENGTH).toBe(6)
  })

  test.each<SignUpField>(['name', 'email', 'phone', 'password', 'confirmPassword'])('requires the %s', (field) => {
    expect(problemWith({ [field]: ' ' })).toEqual({ title: 'Error', message: 'Please fill in all fields.', field })
  })

  test.each<[string, string, Partial<SignUpForm>]>([
    ['Invalid Email', 'Please enter a valid email address.', { email: 'ann@mail' }],
    ['Invalid Email', 'Please enter a valid email address.', { email: '<ann@mail.com>' }],
    ['Error', 'Passwords do not match.', { confirmPassword: 'Secret' }],
    [
      'Password Too Short',
      'Password must be at least 6 characters long.',
      { password: 'short', confirmPassword: 'short' },
    ],
    [
      'Real Email Required',
      'Please use your actual email address, not a placeholder. This is needed for transaction notifications and payouts.',
      { email: 'ann@example.com' },
    ],
    ['Error', 'Full Name can have at most 80 characters.', { name: 'x'.repeat(81) }],
    ['Error', 'Email Address can have at most 254 characters.', { email: `${'x'.repeat(250)}@mail.com` }],
    ['Error', 'Phone Number can have at most 30 characters.', { phone: '5'.repeat(31) }],
    ['Error', "Full Name contains a character that can't be used here: U+000D.", { name: 'Ann\r\nLee' }],
    ['Error', "Full Name contains a character that can't be used here: U+202E.", { name: 'Ann \u202e eeL' }],
    ['Error', 'Please fill in all fields.', { name: '\u200b\u200b' }],
    ['Error', 'Please fill in all fields.', { name: '\u3164' }],
    ['Error', "A name can't contain a link.", { name: 'Win at https://evil.example' }],
    ['Error', "Email Address contains a character that can't be used here: U+0007.", { email: 'ann\u0007@mail.com' }],
    ['Invalid Phone', 'Please enter a valid phone number.', { phone: 'call me' }],
  ])('reports %s: %s', (title, message, change) => {
    expect(problemWith(change)).toMatchObject({ title, message })
  })

  test('reports the first of several invalid fields', () => {
    expect(problemWith({ email: 'nobody', password: 'x' })?.field).toBe('email')
  })

  test('applies a configured minimum password length', () => {
    const rules = { passwordMinLength: 10, placeholders: defaultPlaceholderEmailRules }
    expect(signUpProblem(form, rules)?.message).toBe('Password must be at least 10 characters long.')
  })

  test('ignores spaces around email and phone, and invisible characters in them', () => {
    expect(problemWith({ email: ' ann@mail.com ', phone: ' 555-010-0199 ' })).toBeUndefined()
    expect(problemWith({ email: 'an\u00adn@mail.com', phone: '\u202d555\u00a0010\u20110199\u202c' })).toBeUndefined()
  })

  test('counts the characters that are left', () => {
    expect(problemWith({ name: `${'\u200b'.repeat(50)}${'x'.repeat(80)}` })).toBeUndefined()
    expect(problemWith({ phone: `\u202d${'5'.repeat(15)}${'\u202c'.repeat(20)}` })).toBeUndefined()
  })
})

test.each([
  'a@example.com',
  'A@EXAMPLE.COM ',
  'a@sub.test.com',
  'myplaceholder@mail.com',
  'fakename@mail.com',
  'boy@mail.com',
  'Girl@mail.com',
  'user@mail.com',
  'fa\u200bke@mail.com',
  '\u202dboy@mail.com\u202c',
])('rejects the placeholder %s', (email) => {
  expect(isPlaceholderEmail(email)).toBe(true)
})

test.each(['ann@mail.com', 'cowboy@mail.com', 'superuser@mail.com', 'ann@mytest.com', 'ann@contest.com'])(
  'accepts %s, which only resembles a placeholder',
  (email) => {
    expect(isPlaceholderEmail(email)).toBe(false)
  },
)

test.each(['5550100', '+1 (555) 010-0199', '555.010.0199 x12', '\u202a+1 555 010 0199\u202c', '۰۹۱۲ ۳۴۵ ۶۷۸۹'])(
  'accepts the phone number %s',
  (phone) => {
    expect(isPhone(phone)).toBe(true)
  },
)

test.each(['', '12345', '1234567890123456', 'phone 5550100', '555-0 x100', '555-010-0199 x12345678', 'tel:', 'x5'])(
  'rejects the phone number %j',
  (phone) => {
    expect(isPhone(phone)).toBe(false)
  },
)

test('requires both fields and a valid email at sign-in', () => {
  expect(signInProblem({ email: 'ann@mail.com', password: '' })).toBe(accountProblems.missingFields)
  expect(signInProblem({ email: ' ', password: 'secret' })).toBe(accountProblems.missingFields)
  expect(signInProblem({ email: 'ann', password: 'secret' })).toBe(accountProblems.invalidEmail)
  expect(signInProblem({ email: 'ann@mail.com', password: 'secret' })).toBeUndefined()
})

const permissions = ['staff', 'review', 'support', 'pay', 'own'] as const

test('grants no permission to a role without an entry', () => {
  for (const role of ['auditor', 'customer', '', 'constructor'] as string[] as StaffRole[]) {
    for (const permission of permissions) expect(hasPermission(role, permission), `${role} ${permission}`).toBe(false)
    for (const scope of tokenScopes) expect(mayHoldScopes(role, [scope]), `${role} ${scope}`).toBe(false)
  }
})

test('grants each role exactly its permissions', () => {
  expect(staffRoles.map((role) => permissions.filter((each) => hasPermission(role, each)))).toEqual([
    [...permissions],
    ['staff', 'review'],
    ['staff', 'support'],
    ['staff', 'pay'],
  ])
})
