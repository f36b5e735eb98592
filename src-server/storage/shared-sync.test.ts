import { expect, test } from 'vitest'
import { shareSync } from './shared-sync.ts'

/** A sync whose runs end when the test says so. */
function heldSync() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sync = shareSync(() => new Promise((resolve, reject) => runs.push({ resolve, reject })))
  return { runs, sync }
}

test('those who ask while a sync runs share the next one, which starts after it', async () => {
  const { runs, sync } = heldSync()
  const ended: string[] = []
  const first = sync().then(() => ended.push('first'))
  const others = [sync(), sync()].map((each, at) => each.then(() => ended.push(`other ${at}`)))
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await first
  await expect.poll(() => runs.length).toBe(2)
  expect(ended).toEqual(['first'])
  runs[1]?.resolve()
  await Promise.all(others)
  expect(ended).toEqual(['first', 'other 0', 'other 1'])
  expect(runs).toHaveLength(2)
})

test('a sync that fails fails for those who asked for it, and not for those who wait for the next', async () => {
  const { runs, sync } = heldSync()
  const [first, second] = [sync(), sync()]
  runs[0]?.reject(new Error('EIO'))
  await expect(first).rejects.toThrow('EIO')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
})
