import { expect, test } from 'vitest'
import { share, stayMinutes, trendMessages, waitingTime } from './analytics-messages.ts'
import { dayStarts } from './report-period.ts'

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

const HOUR_MS = 60 * 60 * 1000

test('returns the local starts of the last days and the end of today', () => {
  const starts = dayStarts(7, new Date(2026, 10, 20, 23, 59, 59).getTime())
  expect(starts).toHaveLength(8)
  expect(starts[6]).toBe(new Date(2026, 10, 20).toISOString())
  expect(starts[7]).toBe(new Date(2026, 10, 21).toISOString())
  expect(starts[0]).toBe(new Date(2026, 10, 14).toISOString())
})

test('returns midnights only, also across months and changes of the clock', () => {
  const starts = dayStarts(90, new Date(2026, 11, 1, 0, 0).getTime()).map((start) => new Date(start))
  expect(starts.map((start) => [start.getHours(), start.getMinutes()])).toEqual(Array(91).fill([0, 0]))
  for (const [at, start] of starts.slice(1).entries()) {
    const hours = (start.getTime() - (starts[at]?.getTime() ?? 0)) / HOUR_MS
    expect(hours).toBeGreaterThanOrEqual(23)
    expect(hours).toBeLessThanOrEqual(25)
  }
})
