import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { isOtherEmail, type ProfileValues, profileProblem } from './account-dialog.tsx'

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
