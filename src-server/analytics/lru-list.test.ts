import { expect, test } from 'vitest'
import { createRecencyList } from './visitors.ts'

function listOf(...ids: string[]) {
  const list = createRecencyList<string>()
  for (const id of ids) list.add(id, id)
  return list
}

test('sorts items by last use', () => {
  const list = listOf('a', 'b', 'c')
  list.touch('a')
  list.touch('c')
  list.touch('c')
  expect([...list.newestFirst()]).toEqual(['c', 'a', 'b'])
  expect(list.oldest()).toBe('b')
})

test.each([
  ['a', ['c', 'b']],
  ['b', ['c', 'a']],
  ['c', ['b', 'a']],
  ['nobody', ['c', 'b', 'a']],
])('keeps the order of the other items after removing %s', (gone, left) => {
  const list = listOf('a', 'b', 'c')
  list.remove(gone)
  expect([...list.newestFirst()]).toEqual(left)
  expect(list.oldest()).toBe(left.at(-1))
  expect(list.size()).toBe(left.length)
  list.add('d', 'd')
  expect([...list.newestFirst()]).toEqual(['d', ...left])
})

test('leaves an empty list after removing the last item', () => {
  const list = listOf('a')
  list.remove('a')
  list.touch('a')
  expect([list.oldest(), list.get('a'), list.size()]).toEqual([undefined, undefined, 0])
  list.add('b', 'b')
  expect([list.oldest(), ...list.newestFirst()]).toEqual(['b', 'b'])
})
