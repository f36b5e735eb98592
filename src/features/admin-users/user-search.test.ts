import { expect, it } from 'vitest'
import { readUserSearch } from './user-search.ts'

it('keeps a search, an order and a page', () => {
  expect(readUserSearch({ search: 'dana', sort: 'trades', page: 3 })).toEqual({
    search: 'dana',
    sort: 'trades',
    page: 3,
  })
})

it('leaves out what means everybody, the newest first, from the start', () => {
  expect(readUserSearch({ search: '  ', sort: 'registered', page: 1 })).toEqual({})
  expect(readUserSearch({ sort: 'shoe size', page: '1.5', status: 'pending' })).toEqual({})
})

it('searches for digits the router has read as a number, and cuts a very long search', () => {
  expect(readUserSearch({ search: 5550100 })).toEqual({ search: '5550100' })
  expect(readUserSearch({ search: 'x'.repeat(300) }).search).toHaveLength(200)
})
