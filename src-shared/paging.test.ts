import { expect, test } from 'vitest'
import { paginate, SUBMISSIONS_PER_PAGE } from './paging.ts'

test('splits 42 submissions into three pages of 15', () => {
  expect(paginate(42, 2, SUBMISSIONS_PER_PAGE)).toEqual({
    totalItems: 42,
    totalPages: 3,
    currentPage: 2,
    limit: 15,
    hasPrev: true,
    hasNext: true,
  })
})

test.each([
  [0, 1, 0, false, false],
  [15, 1, 1, false, false],
  [16, 1, 2, false, true],
  [16, 2, 2, true, false],
  [16, 9, 2, true, false],
])('%i items on page %i: %i pages, previous %s, next %s', (items, page, totalPages, hasPrev, hasNext) => {
  expect(paginate(items, page, 15)).toMatchObject({ totalPages, hasPrev, hasNext })
})
