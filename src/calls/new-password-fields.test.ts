import { expect, test } from 'vitest'
import { passwordStrength } from './new-password-fields.tsx'

test.each([
  ['', 0],
  ['12345', 0],
  ['123456', 1],
  ['123456789', 1],
  ['1234567890', 2],
  ['1234567890123', 2],
  ['12345678901234', 3],
])('rates %j as level %i', (password, level) => {
  expect(passwordStrength(password).level).toBe(level)
})

test('counts characters, not UTF-16 code units', () => {
  expect(passwordStrength('🔑🔑🔑').level).toBe(0)
})
