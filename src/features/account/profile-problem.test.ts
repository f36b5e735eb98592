import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { isOtherEmail, type ProfileValues, profileProblem } from './profile-problem.ts'

const account = { email: 'ann@mail.com' }
const profile = { email: 'ann@mail.com', phone: '555-010-0199', address: '', currentPassword: '' }
const problemWith = (changes: Partial<ProfileValues>) => profileProblem({ ...profile, ...changes }, account)

test('finds nothing wrong with a profile without an address', () => {
  expect(problemWith({})).toBeUndefined()
  expect(problemWith({ email: ' ANN@mail.com ' })).toBeUndefined()
})

test('asks for a real email first, then for a real phone number', () => {
  expect(problemWith({ email: 'ann', phone: 'x' })).toBe(accountProblems.invalidEmail)
  expect(problemWith({ phone: 'x' })).toBe(accountProblems.invalidPhone)
})

test('asks for the current password for another address, and for nothing else', () => {
  expect(problemWith({ email: 'new@mail.com' })).toBe(accountProblems.passwordForEmail)
  expect(problemWith({ email: 'new@mail.com', currentPassword: 'secret' })).toBeUndefined()
  expect(problemWith({ phone: '555-010-0100' })).toBeUndefined()
})

test('an address of before the rules keeps its account, and no other account can have it', () => {
  expect(profileProblem({ ...profile, email: '<ann@mail.com>' }, { email: '<ann@mail.com>' })).toBeUndefined()
  expect(problemWith({ email: '<ann@mail.com>' })).toBe(accountProblems.invalidEmail)
})

test('says how long a phone number can be', () => {
  expect(problemWith({ phone: '1'.repeat(31) })).toEqual({
    title: 'Error',
    message: 'Phone Number can have at most 30 characters.',
    field: 'phone',
  })
})

test('letter case and surrounding spaces do not make another address', () => {
  expect(isOtherEmail(' Ann@Mail.com', 'ann@mail.com')).toBe(false)
  expect(isOtherEmail('ann@mail.co', 'ann@mail.com')).toBe(true)
})
