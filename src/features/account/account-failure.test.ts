import { expect, test } from 'vitest'
import { accountFailure } from './account-failure.ts'

const fallback = { title: 'Sign Up Failed', message: 'Please try again.' }
const failure = (message: string, data: unknown) => accountFailure({ message, data } as never, fallback)

test('passes on what the server says, with its title and field', () => {
  const data = { code: 'conflict', title: 'Email Already Registered', field: 'email' }
  expect(failure('This email is already registered.', data)).toEqual({
    title: 'Email Already Registered',
    message: 'This email is already registered.',
    field: 'email',
  })
})

test('keeps its own title when the server gives none', () => {
  expect(failure('Slow down.', { code: 'unavailable' })).toEqual({ title: 'Sign Up Failed', message: 'Slow down.' })
})

test.each([
  ['cannot be reached', undefined],
  ['breaks', { code: 'internal' }],
])('says its own words when the server %s', (_, data) => {
  expect(failure('Failed to fetch', data)).toEqual(fallback)
})
