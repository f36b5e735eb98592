import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import { profileProblem } from './profile-problem.ts'

const profile = { email: 'ann@mail.com', phone: '555-010-0199', address: '' }

test('lets a profile without an address be saved', () => {
  expect(profileProblem(profile)).toBeUndefined()
})

test('asks for a real email first, then for a real phone number', () => {
  expect(profileProblem({ ...profile, email: 'ann', phone: 'x' })).toBe(accountProblems.invalidEmail)
  expect(profileProblem({ ...profile, phone: 'x' })).toBe(accountProblems.invalidPhone)
})
