import { expect, test } from 'vitest'
import { percentile } from './fold-figures.ts'

test('is value number ceil(p / 100 * n), counted from 1', () => {
  const values = Array.from({ length: 20 }, (_, index) => index + 1)
  expect([percentile(values, 50), percentile(values, 90)]).toEqual([10, 18])
  expect([percentile([7], 50), percentile([7], 90)]).toEqual([7, 7])
  expect([percentile([1, 2, 3], 50), percentile([1, 2, 3], 90)]).toEqual([2, 3])
  expect(percentile([], 50)).toBeUndefined()
})
