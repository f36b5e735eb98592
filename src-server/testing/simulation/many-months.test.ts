import { expect, test } from 'vitest'
import { planOf, run } from './run.ts'

const SEEDS = 30

test.each(Array.from({ length: SEEDS }, (_, at) => at + 101))('a month by seed %i finds nothing new', async (seed) => {
  const { found } = await run(planOf(seed, 1))
  expect(found.filter(({ fault }) => !fault)).toEqual([])
})
