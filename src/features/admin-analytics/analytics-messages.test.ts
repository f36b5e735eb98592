import { expect, test } from 'vitest'
import { share, stayMinutes, trendMessages, waitingTime } from './analytics-messages.ts'

const MINUTE_MS = 60_000

test.each([
  [0, '0 min'],
  [59_999, '0 min'],
  [12.9 * MINUTE_MS, '12 min'],
])('formats a visit of %d ms as %s', (ms, text) => expect(stayMinutes(ms)).toBe(text))

test.each([
  [0, 'under 1 min'],
  [20_000, 'under 1 min'],
  [42 * MINUTE_MS, '42 min'],
  [59.6 * MINUTE_MS, '1 h 0 min'],
  [125 * MINUTE_MS, '2 h 5 min'],
  [26.5 * 60 * MINUTE_MS, '1 d 2 h'],
])('formats a wait of %d ms as %s', (ms, text) => expect(waitingTime(ms)).toBe(text))

test('formats a share as whole percentage, and as a dash when the whole is 0', () => {
  expect(share(1, 3)).toBe('33%')
  expect(share(5, 2)).toBe('250%')
  expect(share(0, 0)).toBe('–')
})

test('describes a sparkline by its last and largest value', () => {
  expect(trendMessages('Views', [1, 1_200, 3])).toBe('Views: now 3, most 1,200')
  expect(trendMessages('Views', [])).toBe('Views: now 0, most 0')
})
