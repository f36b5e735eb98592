import { expect, test } from 'vitest'
import { distinctFiles } from './distinct-files.ts'
import { createBufferPool } from './store-file.ts'

const file = (id: string, name: string, sha256: string) => ({ id, file_name: name, sha256 })

test('keeps the order of files', () => {
  const files = [file('2', 'b.png', 'B'), file('1', 'a.png', 'A')]
  expect(distinctFiles(files)).toEqual(files)
})

test('merges files with the same name and bytes', () => {
  expect(distinctFiles([file('1', 'a.png', 'A'), file('2', 'a.png', 'A')])).toEqual([file('1', 'a.png', 'A')])
})

test('numbers the names of different files with the same name', () => {
  const files = [file('1', 'image.jpg', 'A'), file('2', 'image.jpg', 'B'), file('3', 'image.jpg', 'C')]
  expect(distinctFiles(files).map((file) => file.file_name)).toEqual(['image.jpg', 'image (2).jpg', 'image (3).jpg'])
})

test('keeps files with the same bytes and different names', () => {
  expect(distinctFiles([file('1', 'front.png', 'A'), file('2', 'back.png', 'A')])).toHaveLength(2)
})

test('skips numbered names that are taken', () => {
  const files = [file('1', 'a (2).png', 'A'), file('2', 'a.png', 'B'), file('3', 'a.png', 'C')]
  expect(distinctFiles(files).map((file) => file.file_name)).toEqual(['a (2).png', 'a.png', 'a (3).png'])
})

test('returns nothing for no files', () => {
  expect(distinctFiles([])).toEqual([])
})

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
