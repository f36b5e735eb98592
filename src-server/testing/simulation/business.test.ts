import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { knownFindings } from './known-findings.ts'
import { planOf, planOfNames, run } from './run.ts'
import type { Finding } from './simulation.ts'

const program = path.join(import.meta.dirname, 'program.ts')

test.each([1, 2, 3])('a month of business by seed %i has no finding that is not known', async (seed) => {
  const { found, acts } = await run(planOf(seed, 1))
  expect(found.filter(({ fault }) => !fault)).toEqual([])
  expect(acts).toBe(planOf(seed, 1).length)
})

/** Other seeds are tried when an act has another chance than before. */
const OTHER_SEEDS = Array.from({ length: 400 }, (_, seed) => seed)

test.each(knownFindings)('$fault of $rule is found by its acts, or its row is to be removed', async (known) => {
  const isIt = ({ fault, rule, of }: Finding) => fault === known.fault && rule === known.rule && of === (known.of ?? of)
  for (const seed of [known.seed, ...OTHER_SEEDS]) {
    const { found } = await run(planOfNames(seed, known.acts), isIt)
    if (found.some(isIt)) return
  }
  expect.fail('The fault was not found.')
})

test('the same seed, with a restored backup, books the same in another process', async () => {
  const steps = planOf(24, 1).slice(0, 70)
  const { digest } = await run(steps)
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--seed', '24', '--acts', '70', '--digest'], {
    encoding: 'utf8',
  })
  expect([stdout.trim(), stderr]).toEqual([digest, ''])
})
