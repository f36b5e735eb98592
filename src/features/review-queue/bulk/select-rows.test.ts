import { expect, it } from 'vitest'
import { nothing, selectRange, stillListed, toggleRow } from './select-rows.ts'

const rows = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, version: at + 1 }))
const [a, , c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]

it('chooses a row with its version and gives it up again', () => {
  const chosen = toggleRow(nothing, c)
  expect([...chosen]).toEqual([['c', 3]])
  expect(toggleRow(chosen, c).size).toBe(0)
})

it('chooses a range in both directions and keeps what was chosen before', () => {
  expect([...selectRange(nothing, rows, 'b', 'd').keys()]).toEqual(['b', 'c', 'd'])
  expect([...selectRange(toggleRow(nothing, a), rows, 'd', 'c').keys()].sort()).toEqual(['a', 'c', 'd'])
})

it('chooses one row where a range has no beginning', () => {
  expect([...selectRange(nothing, rows, undefined, 'b').keys()]).toEqual(['b'])
})

it('keeps the version a row had when it was chosen', () => {
  const chosen = toggleRow(nothing, a)
  const later = rows.map((row) => ({ ...row, version: row.version + 10 }))
  expect(selectRange(chosen, later, 'a', 'a').get('a')).toBe(1)
})

it('gives up what has left the page', () => {
  const chosen = selectRange(nothing, rows, 'a', 'c')
  expect([...stillListed(chosen, rows.slice(2)).keys()]).toEqual(['c'])
})
