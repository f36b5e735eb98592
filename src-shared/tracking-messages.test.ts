import { expect, test } from 'vitest'
import { minutesText, usualDecision } from './tracking-messages.ts'

const measured = { usualMinutes: 12, mostMinutes: 31, samples: 120 }

test('says of which cards the times are', () => {
  expect(usualDecision({ ...measured, basis: 'brand' }, 'Apple')).toBe(
    'Apple cards are usually decided within 12 minutes, 9 of 10 within 31 minutes (the last 120).',
  )
  expect(usualDecision({ ...measured, basis: 'category' }, 'Apple')).toMatch(/^Cards of this kind are/)
  expect(usualDecision({ ...measured, basis: 'all' }, 'Apple')).toMatch(/^Cards are/)
})

test('says nothing measured where a promise applies', () => {
  expect(usualDecision({ ...measured, basis: 'promise' }, 'Apple')).toBeUndefined()
})

test('counts long times in hours', () => {
  expect([1, 119, 120, 121].map(minutesText)).toEqual(['1 minute', '119 minutes', '2 hours', '3 hours'])
})
