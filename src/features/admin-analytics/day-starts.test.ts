import { expect, test } from 'vitest'
import { dayStarts } from './report-period.ts'

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
