import { expect, test } from 'vitest'
import { fillAnswer } from './inbox.ts'

test('an answer says the first name and the newest order, wherever they stand', () => {
  const text = 'Hi {name}, {order} is checked. Bye {name}.'
  expect(fillAnswer(text, { name: 'Dana Reyes', order: 'GCE-7301' })).toBe('Hi Dana, GCE-7301 is checked. Bye Dana.')
})

test('without an order or a name it still reads well, and a name is only ever text', () => {
  expect(fillAnswer('Hi {name}, about {order}.', { name: ' ', order: undefined })).toBe('Hi there, about your order.')
  expect(fillAnswer('Hi {name}.', { name: '$& Ode', order: undefined })).toBe('Hi $&.')
})
