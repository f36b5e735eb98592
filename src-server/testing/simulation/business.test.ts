import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultOf } from './known-findings.ts'
import { planOf, run } from './run.ts'

const program = path.join(import.meta.dirname, 'program.ts')

test.each([1, 2, 7])('a month of business by seed %i has no finding that is not known', async (seed) => {
  const { found, acts } = await run(planOf(seed, 1), (each) => faultOf(each) === undefined)
  expect(found.filter((each) => faultOf(each) === undefined)).toEqual([])
  expect(acts).toBe(planOf(seed, 1).length)
})

test('the same seed books the same in another process', async () => {
  const steps = planOf(5, 1).slice(0, 120)
  const { digest } = await run(steps)
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--seed', '5', '--acts', '120', '--digest'], {
    encoding: 'utf8',
  })
  expect([stdout.trim(), stderr]).toEqual([digest, ''])
})
