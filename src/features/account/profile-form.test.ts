import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { isOtherEmail, type ProfileValues, profileProblem } from './account-dialog.tsx'
import { emptyPaymentMethod, paymentMethodProblem, payoutOf } from './add-payment-method-form.tsx'

const account = { email: 'ann@mail.com' }
const profile = { email: 'ann@mail.com', phone: '555-010-0199', address: '', currentPassword: '' }
const problemWith = (changes: Partial<ProfileValues>) => profileProblem({ ...profile, ...changes }, account)

test('accepts a profile without a postal address', () => {
  expect(problemWith({})).toBeUndefined()
  expect(problemWith({ email: ' ANN@mail.com ' })).toBeUndefined()
})

test('reports an invalid email before an invalid phone number', () => {
  expect(problemWith({ email: 'ann', phone: 'x' })).toBe(accountProblems.invalidEmail)
  expect(problemWith({ phone: 'x' })).toBe(accountProblems.invalidPhone)
})

test('requires the current password only for a new email', () => {
  expect(problemWith({ email: 'new@mail.com' })).toBe(accountProblems.passwordForEmail)
  expect(problemWith({ email: 'new@mail.com', currentPassword: 'secret' })).toBeUndefined()
  expect(problemWith({ phone: '555-010-0100' })).toBeUndefined()
})

test('accepts an invalid email only if the account has it already', () => {
  expect(profileProblem({ ...profile, email: '<ann@mail.com>' }, { email: '<ann@mail.com>' })).toBeUndefined()
  expect(problemWith({ email: '<ann@mail.com>' })).toBe(accountProblems.invalidEmail)
})

test('reports the maximum length of a phone number', () => {
  expect(problemWith({ phone: '1'.repeat(31) })).toEqual({
    title: 'Error',
    message: 'Phone Number can have at most 30 characters.',
    field: 'phone',
  })
})

test('ignores case and surrounding spaces when comparing emails', () => {
  expect(isOtherEmail(' Ann@Mail.com', 'ann@mail.com')).toBe(false)
  expect(isOtherEmail('ann@mail.co', 'ann@mail.com')).toBe(true)
})

const bank = { ...emptyPaymentMethod, type: 'bank', accountNumber: '12345678', routingNumber: '021000021' } as const

test.each([
  ['no type', emptyPaymentMethod, 'type'],
  ['no details', { ...emptyPaymentMethod, type: 'paypal', details: ' ' }, 'details'],
  ['no account number', { ...bank, accountNumber: '' }, 'accountNumber'],
  ['no routing number', { ...bank, routingNumber: '' }, 'routingNumber'],
] as const)('reports incomplete details for %s', (_, draft, field) => {
  expect(paymentMethodProblem(draft)).toEqual({
    title: 'Error',
    message: 'Please fill in all payment details.',
    field,
  })
})

test('validates account and routing numbers', () => {
  expect(paymentMethodProblem({ ...bank, accountNumber: '12' })?.field).toBe('accountNumber')
  expect(paymentMethodProblem({ ...bank, routingNumber: '021000022' })?.field).toBe('routingNumber')
  expect(paymentMethodProblem(bank)).toBeUndefined()
})

test('sends only the fields of the chosen type', () => {
  expect(payoutOf(emptyPaymentMethod)).toBeUndefined()
  expect(payoutOf({ ...bank, details: 'left over' })).toEqual({
    type: 'bank',
    accountNumber: '12345678',
    routingNumber: '021000021',
  })
  expect(payoutOf({ ...bank, type: 'cashapp', details: ' $ann ' })).toEqual({ type: 'cashapp', details: '$ann' })
})
