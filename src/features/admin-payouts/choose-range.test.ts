import { expect, it } from 'vitest'
import { between, chosenWith } from './payout-list.tsx'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

it('has the rows between two, in either direction, and one alone without a start that is shown', () => {
  expect(between(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(rows, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(between(rows, undefined, 'c')).toEqual(['c'])
  expect(between(rows, 'paid', 'c')).toEqual(['c'])
})

it('chooses and removes a range as the pressed row becomes', () => {
  expect([...chosenWith(new Set(['a']), 'c', ['b', 'c'])]).toEqual(['a', 'b', 'c'])
  expect([...chosenWith(new Set(['a', 'b', 'c']), 'c', ['b', 'c'])]).toEqual(['a'])
})
