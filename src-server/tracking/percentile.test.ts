import { expect, test } from 'vitest'
import { percentilesOf } from './percentile.ts'

const p50AndP90 = (...times: number[]) => [50, 90].map(percentilesOf(times.map((took) => ({ took }))))

test('is value number ceil(p / 100 * n), counted from 1', () => {
  expect(p50AndP90(...Array.from({ length: 20 }, (_, index) => 20 - index))).toEqual([10, 18])
  expect(p50AndP90(7)).toEqual([7, 7])
  expect(p50AndP90(3, 1, 2)).toEqual([2, 3])
  expect(p50AndP90()).toEqual([0, 0])
})
