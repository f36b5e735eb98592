import { expect, it } from 'vitest'
import { nothing, selectRange, stillListed, toggleRow } from './select-rows.ts'

const rows = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, version: at + 1 }))
const [a, , c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]

it('selects a row with its version and deselects it', () => {
  const chosen = toggleRow(nothing, c)
  expect([...chosen]).toEqual([['c', 3]])
  expect(toggleRow(chosen, c).size).toBe(0)
})

it('selects a range in both directions and keeps the former selection', () => {
  expect([...selectRange(nothing, rows, 'b', 'd').keys()]).toEqual(['b', 'c', 'd'])
  expect([...selectRange(toggleRow(nothing, a), rows, 'd', 'c').keys()].sort()).toEqual(['a', 'c', 'd'])
})

it('selects one row if the range has no start', () => {
  expect([...selectRange(nothing, rows, undefined, 'b').keys()]).toEqual(['b'])
})

it('keeps the version from the time of selection', () => {
  const chosen = toggleRow(nothing, a)
  const later = rows.map((row) => ({ ...row, version: row.version + 10 }))
  expect(selectRange(chosen, later, 'a', 'a').get('a')).toBe(1)
})

it('deselects rows that left the page', () => {
  const chosen = selectRange(nothing, rows, 'a', 'c')
  expect([...stillListed(chosen, rows.slice(2)).keys()]).toEqual(['c'])
})
