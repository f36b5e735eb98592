import { expect, it } from 'vitest'
import { expectedPayout } from './done-step.tsx'

// Runs in the local time zone, like the function under test.
const at = (text: string) => new Date(text).getTime()
const said = (placed: string, now = placed, isBank = false) =>
  expectedPayout(at(placed), isBank, at(now))?.replace('\u202f', ' ')

it('adds 75 minutes and rounds up to five minutes', () => {
  expect(said('2030-03-05T14:25:00')).toBe('by about 3:40 PM')
  expect(said('2030-03-05T14:25:01')).toBe('by about 3:45 PM')
})

it('marks a time on the next day', () => {
  expect(said('2030-03-05T23:00:00')).toBe('by about 12:15 AM tomorrow')
  expect(said('2030-03-05T23:00:00', '2030-03-06T00:05:00')).toBe('by about 12:15 AM')
})

it('returns undefined once the time has passed', () => {
  expect(said('2030-03-05T14:25:00', '2030-03-05T15:41:00')).toBeUndefined()
  expect(said('2030-03-05T14:25:00', '2030-03-08T14:26:00', true)).toBeUndefined()
})

it('adds two business days for a bank', () => {
  expect(said('2030-03-05T14:25:00', undefined, true)).toBe('by Thursday, March 7')
  expect(said('2030-03-08T14:25:00', undefined, true)).toBe('by Tuesday, March 12')
})
