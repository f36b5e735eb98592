import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { planOf, run } from './run.ts'

const program = path.join(import.meta.dirname, 'program.ts')

test.each([1, 2, 3])('a month of business by seed %i has no finding', async (seed) => {
  const { found, acts } = await run(planOf(seed, 1))
  expect(found).toEqual([])
  expect(acts).toBe(planOf(seed, 1).length)
})

test('the same seed, with a restored backup, books the same in another process', async () => {
  const steps = planOf(23, 1).slice(0, 70)
  expect(steps.map(({ act }) => act.name)).toContain('the disk breaks, and a backup is restored')
  const { digest } = await run(steps)
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--seed', '23', '--acts', '70', '--digest'], {
    encoding: 'utf8',
  })
  expect([stdout.trim(), stderr]).toEqual([digest, ''])
})
