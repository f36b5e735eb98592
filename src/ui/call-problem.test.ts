import { expect, test } from 'vitest'
import { callProblem } from './call-problem.ts'

const fallback = { title: 'Sign Up Failed', message: 'Please try again.' }
const failure = (message: string, data: unknown) => callProblem({ message, data } as never, fallback)

test('passes on message, title and field of the server', () => {
  const data = { code: 'conflict', title: 'Email Already Registered', field: 'email' }
  expect(failure('This email is already registered.', data)).toEqual({
    title: 'Email Already Registered',
    message: 'This email is already registered.',
    field: 'email',
  })
})

test('uses the fallback title when the server sends none', () => {
  expect(failure('Slow down.', { code: 'unavailable' })).toEqual({ title: 'Sign Up Failed', message: 'Slow down.' })
})

test.each([
  ['cannot be reached', undefined],
  ['breaks', { code: 'internal' }],
])('uses the fallback message when the server %s', (_, data) => {
  expect(failure('Failed to fetch', data)).toEqual(fallback)
})
