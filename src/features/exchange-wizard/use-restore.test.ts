import { expect, test } from 'vitest'
import { cardOfPrefill } from './use-restore.ts'

test('an address with a card and no value empties the value', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toEqual({ brandSlug: 'apple', valueText: '' })
})

test('an address chooses what it names and nothing else', () => {
  expect(cardOfPrefill({ brand: 'apple', value: 75.5 })).toEqual({ brandSlug: 'apple', valueText: '75.5' })
  expect(cardOfPrefill({ value: 20 })).toEqual({ valueText: '20' })
  expect(cardOfPrefill({ brand: 'no-such-brand' })).toEqual({})
})
