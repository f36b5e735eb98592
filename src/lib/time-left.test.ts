import { describe, expect, test } from 'vitest'
import { endOfTerm, phaseOfTerm, timeLeft } from './time-left.ts'

const MINUTE_MS = 60_000

test.each([
  [23 * 60 + 12, '23 h 12 min'],
  [60, '1 h'],
  [27, '27 min'],
  [1, '1 min'],
  [0.99, 'less than 1 min'],
  [-5, 'less than 1 min'],
])('says how long %d minutes are', (minutes, text) => {
  expect(timeLeft(minutes * MINUTE_MS)).toBe(text)
})

describe('the end of a term', () => {
  const now = new Date(2026, 10, 23, 16, 10).getTime()

  test('is a time of day on the same day', () => {
    expect(endOfTerm(new Date(2026, 10, 23, 21, 5).toISOString(), now).replaceAll('\u202f', ' ')).toBe('9:05 PM')
  })

  test('names the day on another one', () => {
    const end = new Date(2026, 10, 24, 16, 10).toISOString()
    expect(endOfTerm(end, now).replaceAll('\u202f', ' ')).toBe('Nov 24, 4:10 PM')
  })
})

test('a term is ending in its last five minutes', () => {
  const phases = [5 * MINUTE_MS + 1, 5 * MINUTE_MS, 1, 0, -1].map(phaseOfTerm)
  expect(phases).toEqual(['running', 'ending', 'ending', 'ended', 'ended'])
})
