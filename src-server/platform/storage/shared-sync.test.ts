import { expect, test } from 'vitest'
import { shareSync } from './disk-storage.ts'

/** A sync whose runs are settled by the test. */
function controlledSync() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sync = shareSync(() => new Promise((resolve, reject) => runs.push({ resolve, reject })))
  return { runs, sync }
}

test('calls during a sync share the next one, which starts after it', async () => {
  const { runs, sync } = controlledSync()
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

test('a failed sync rejects its own callers, not those of the next sync', async () => {
  const { runs, sync } = controlledSync()
  const [first, second] = [sync(), sync()]
  runs[0]?.reject(new Error('EIO'))
  await expect(first).rejects.toThrow('EIO')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
})
