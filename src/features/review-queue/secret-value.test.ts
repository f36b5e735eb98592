import { expect, it } from 'vitest'
import { formatCardCode } from './submission-facts.tsx'

it('groups long codes by four without a trailing space', () => {
  expect(formatCardCode('6395058177230040')).toBe('6395 0581 7723 0040')
  expect(formatCardCode('X7KQ2MN84')).toBe('X7KQ 2MN8 4')
})

it('keeps short codes and codes with punctuation unchanged', () => {
  expect(formatCardCode('1234')).toBe('1234')
  expect(formatCardCode('ABCD-EFGH-12')).toBe('ABCD-EFGH-12')
})
