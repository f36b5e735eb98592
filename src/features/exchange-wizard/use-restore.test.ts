import { expect, test } from 'vitest'
import { cardOfPrefill } from './use-restore.ts'

test('a URL with a brand but no value clears the value', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toEqual({ brandSlug: 'apple', valueText: '' })
})

test('a URL sets only the fields it contains', () => {
  expect(cardOfPrefill({ brand: 'apple', value: 75.5 })).toEqual({ brandSlug: 'apple', valueText: '75.5' })
  expect(cardOfPrefill({ value: 20 })).toEqual({ valueText: '20' })
  expect(cardOfPrefill({ brand: 'no-such-brand' })).toEqual({})
})
