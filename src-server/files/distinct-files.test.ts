import { expect, test } from 'vitest'
import { distinctFiles } from './distinct-files.ts'

const file = (id: string, name: string, sha256: string) => ({ id, name, sha256 })

test('files keep their order', () => {
  const files = [file('2', 'b.png', 'B'), file('1', 'a.png', 'A')]
  expect(distinctFiles(files)).toEqual(files)
})

test('the same name and the same bytes are one file', () => {
  expect(distinctFiles([file('1', 'a.png', 'A'), file('2', 'a.png', 'A')])).toEqual([file('1', 'a.png', 'A')])
})

test('the same name and other bytes are kept under further names', () => {
  const files = [file('1', 'image.jpg', 'A'), file('2', 'image.jpg', 'B'), file('3', 'image.jpg', 'C')]
  expect(distinctFiles(files).map(({ name }) => name)).toEqual(['image.jpg', 'image (2).jpg', 'image (3).jpg'])
})

test('the same bytes under another name are another file', () => {
  expect(distinctFiles([file('1', 'front.png', 'A'), file('2', 'back.png', 'A')])).toHaveLength(2)
})

test('a further name that is taken is not given again', () => {
  const files = [file('1', 'a (2).png', 'A'), file('2', 'a.png', 'B'), file('3', 'a.png', 'C')]
  expect(distinctFiles(files).map(({ name }) => name)).toEqual(['a (2).png', 'a.png', 'a (3).png'])
})

test('no files are no files', () => {
  expect(distinctFiles([])).toEqual([])
})
