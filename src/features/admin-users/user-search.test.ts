import { expect, it } from 'vitest'
import { readUserSearch } from './use-users.ts'

it('reads search, sort and page', () => {
  expect(readUserSearch({ search: 'dana', sort: 'trades', page: 3 })).toEqual({
    search: 'dana',
    sort: 'trades',
    page: 3,
  })
})

it('leaves out default and invalid values', () => {
  expect(readUserSearch({ search: '  ', sort: 'registered', page: 1 })).toEqual({})
  expect(readUserSearch({ sort: 'shoe size', page: '1.5', status: 'pending' })).toEqual({})
})

it('accepts a numeric search and truncates a long one', () => {
  expect(readUserSearch({ search: 5550100 })).toEqual({ search: '5550100' })
  expect(readUserSearch({ search: 'x'.repeat(300) }).search).toHaveLength(200)
})
