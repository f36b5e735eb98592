import { expect, test } from 'vitest'
import { createRecencyList } from './lru-list.ts'

function listOf(...ids: string[]) {
  const list = createRecencyList<string>()
  for (const id of ids) list.add(id, id)
  return list
}

test('items stand in the order they were last touched', () => {
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
])('without %s the others keep their order', (gone, left) => {
  const list = listOf('a', 'b', 'c')
  list.remove(gone)
  expect([...list.newestFirst()]).toEqual(left)
  expect(list.oldest()).toBe(left.at(-1))
  expect(list.size()).toBe(left.length)
  list.add('d', 'd')
  expect([...list.newestFirst()]).toEqual(['d', ...left])
})

test('the last one leaves nothing behind', () => {
  const list = listOf('a')
  list.remove('a')
  list.touch('a')
  expect([list.oldest(), list.get('a'), list.size()]).toEqual([undefined, undefined, 0])
  list.add('b', 'b')
  expect([list.oldest(), ...list.newestFirst()]).toEqual(['b', 'b'])
})
