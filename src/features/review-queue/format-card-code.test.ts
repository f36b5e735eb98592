import { expect, it } from 'vitest'
import { formatCardCode } from './format-card-code.ts'

it('groups long codes in fours without a space at the end', () => {
  expect(formatCardCode('6395058177230040')).toBe('6395 0581 7723 0040')
  expect(formatCardCode('X7KQ2MN84')).toBe('X7KQ 2MN8 4')
})

it('leaves short codes and those with their own punctuation alone', () => {
  expect(formatCardCode('1234')).toBe('1234')
  expect(formatCardCode('ABCD-EFGH-12')).toBe('ABCD-EFGH-12')
})
