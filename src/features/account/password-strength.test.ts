import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['12345', 0],
  ['123456', 1],
  ['123456789', 1],
  ['1234567890', 2],
  ['1234567890123', 2],
  ['12345678901234', 3],
])('gives %j level %i', (password, level) => {
  expect(passwordStrength(password).level).toBe(level)
})

test('counts characters, not their bytes', () => {
  expect(passwordStrength('🔑🔑🔑').level).toBe(0)
})
