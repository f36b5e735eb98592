import { expect, test } from 'vitest'
import { checkedBy, paidBy } from './payout-times.ts'

// Runs in the local time zone, like the functions under test.
const at = (text: string) => new Date(text).getTime()

test('checks within 15 minutes and pays within the hour after, rounded up to five minutes', () => {
  expect(checkedBy(at('2030-03-05T11:38:00'))).toBe(at('2030-03-05T11:53:00'))
  expect(paidBy(at('2030-03-05T11:38:00'), false)).toBe(at('2030-03-05T12:55:00'))
  expect(paidBy(at('2030-03-05T11:40:00'), false)).toBe(at('2030-03-05T12:55:00'))
})

test('an early check keeps the time of the payout, a late one moves it', () => {
  const submitted = at('2030-03-05T11:40:00')
  expect(paidBy(submitted, false, at('2030-03-05T11:45:00'))).toBe(at('2030-03-05T12:55:00'))
  expect(paidBy(submitted, false, at('2030-03-05T13:00:00'))).toBe(at('2030-03-05T14:00:00'))
})

test('a bank needs two business days', () => {
  expect(paidBy(at('2030-03-05T14:25:00'), true)).toBe(at('2030-03-07T14:25:00'))
  expect(paidBy(at('2030-03-08T14:25:00'), true)).toBe(at('2030-03-12T14:25:00'))
  expect(paidBy(at('2030-03-05T14:25:00'), true, at('2030-03-06T09:00:00'))).toBe(at('2030-03-08T09:00:00'))
})
