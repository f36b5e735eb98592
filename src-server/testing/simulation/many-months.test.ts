import { expect, test } from 'vitest'
import { planOf, run } from './run.ts'

const SEEDS = 30

test.each(Array.from({ length: SEEDS }, (_, at) => at + 101))('a month by seed %i has no finding', async (seed) => {
  expect((await run(planOf(seed, 1))).found).toEqual([])
})
