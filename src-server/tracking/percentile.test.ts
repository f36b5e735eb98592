import { expect, test } from 'vitest'
import { percentilesOf } from './percentile.ts'

test.each([
  [Array.from({ length: 20 }, (_, index) => 20 - index), 10, 18],
  [[7], 7, 7],
  [[3, 1, 2], 2, 3],
  [[], 0, 0],
])('the percentiles 50 and 90 of %j are %i and %i', (times, p50, p90) => {
  const percentile = percentilesOf(times.map((took) => ({ took })))
  expect([percentile(50), percentile(90)]).toEqual([p50, p90])
})
