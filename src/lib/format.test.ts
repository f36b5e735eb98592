import { expect, test } from 'vitest'
import { counted, formatAge, formatDate, formatDay, formatMonth } from './format.ts'

const now = Date.parse('2025-12-04T12:00:00.000Z')

test.each([
  ['2025-12-04T11:59:30.000Z', 'now'],
  ['2025-12-04T12:00:05.000Z', 'now'],
  ['2025-12-04T11:55:00.000Z', '5 min'],
  ['2025-12-04T11:00:00.000Z', '1 h'],
  ['2025-12-02T11:00:00.000Z', '2 d'],
])('formats the age of %s as %s', (iso, age) => {
  expect(formatAge(iso, now)).toBe(age)
})

test('formats a day as it is written, in every time zone', () => {
  expect(formatDay('2026-11-30')).toBe('Nov 30, 2026')
  expect(formatMonth('2026-11')).toBe('Nov 2026')
})

test('formats an invalid date as an empty text', () => {
  expect(formatDate('soon')).toBe('')
})

test('counts with the plural of a word', () => {
  expect([0, 1, 1200].map((value) => counted(value, 'card'))).toEqual(['0 cards', '1 card', '1,200 cards'])
})
