import { expect, test } from 'vitest'
import { createBufferPool } from './store-file.ts'

test('a buffer is used again, by one user at a time, and the pool keeps a bounded number', () => {
  const pool = createBufferPool(100, 2)
  const [one, two, three] = [pool.take(), pool.take(), pool.take()]
  expect(new Set([one, two, three]).size).toBe(3)
  expect(one.length).toBe(100)
  for (const buffer of [one, two, three]) pool.give(buffer)
  const again = [pool.take(), pool.take(), pool.take()]
  expect(new Set(again).size).toBe(3)
  expect(again.filter((buffer) => buffer === one || buffer === two || buffer === three)).toHaveLength(2)
})
