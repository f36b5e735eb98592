import { expect, test } from 'vitest'
import { formatAge, formatDate } from './format.ts'

const now = Date.parse('2025-12-04T12:00:00.000Z')

test.each([
  ['2025-12-04T11:59:30.000Z', 'now'],
  ['2025-12-04T12:00:05.000Z', 'now'],
  ['2025-12-04T11:55:00.000Z', '5 min'],
  ['2025-12-04T11:00:00.000Z', '1 h'],
  ['2025-12-02T11:00:00.000Z', '2 d'],
])('the age of %s is %s', (iso, age) => {
  expect(formatAge(iso, now)).toBe(age)
})

test('a date nobody can read is shown as nothing rather than as an error', () => {
  expect(formatDate('soon')).toBe('')
})
