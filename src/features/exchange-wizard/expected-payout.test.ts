import { expect, it } from 'vitest'
import { expectedPayout } from './expected-payout.ts'

// In the time zone of whoever runs this: that is the clock it is for.
const at = (text: string) => new Date(text).getTime()
const said = (placed: string, now = placed, isBank = false) =>
  expectedPayout(at(placed), isBank, at(now))?.replace('\u202f', ' ')

it('is an hour and a quarter away, on the next five minutes', () => {
  expect(said('2030-03-05T14:25:00')).toBe('at about 3:40 PM')
  expect(said('2030-03-05T14:25:01')).toBe('at about 3:45 PM')
})

it('says when that is tomorrow', () => {
  expect(said('2030-03-05T23:00:00')).toBe('at about 12:15 AM tomorrow')
  expect(said('2030-03-05T23:00:00', '2030-03-06T00:05:00')).toBe('at about 12:15 AM')
})

it('is not said any more once it has passed', () => {
  expect(said('2030-03-05T14:25:00', '2030-03-05T15:41:00')).toBeUndefined()
  expect(said('2030-03-05T14:25:00', '2030-03-08T14:26:00', true)).toBeUndefined()
})

it('is two business days for a bank', () => {
  expect(said('2030-03-05T14:25:00', undefined, true)).toBe('by Thursday, March 7')
  expect(said('2030-03-08T14:25:00', undefined, true)).toBe('by Tuesday, March 12')
})
