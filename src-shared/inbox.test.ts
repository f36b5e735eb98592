import { expect, test } from 'vitest'
import { fillAnswer } from './inbox.ts'

test('fills in the first name and the newest order at every placeholder', () => {
  const text = 'Hi {name}, {order} is checked. Bye {name}.'
  expect(fillAnswer(text, { name: 'Dana Reyes', order: 'GCE-7301' })).toBe('Hi Dana, GCE-7301 is checked. Bye Dana.')
})

test('has fallbacks for a missing name or order, and inserts names literally', () => {
  expect(fillAnswer('Hi {name}, about {order}.', { name: ' ', order: undefined })).toBe('Hi there, about your order.')
  expect(fillAnswer('Hi {name}.', { name: '$& Ode', order: undefined })).toBe('Hi $&.')
})

test('does not fill what a customer wrote as their name', () => {
  expect(fillAnswer('Hi {name}, about {order}', { name: '{order} Reyes', order: 'GCE-1' })).toBe(
    'Hi {order}, about GCE-1',
  )
})
