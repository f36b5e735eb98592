import { expect, test } from 'vitest'
import { paginate } from '#shared/paging.ts'
import { pageButtons, showingText } from './page-buttons.tsx'

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [10, 10, [6, 7, 8, 9, 10]],
  [99, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
])('on page %i of %i has the buttons %j', (page, pages, buttons) => {
  expect(pageButtons(paginate(pages * 15, page, 15))).toEqual(buttons)
})

test('shows the range of submissions', () => {
  expect(showingText(paginate(42, 2, 15), 15)).toBe('Showing 16 to 30 of 42 submissions')
  expect(showingText(paginate(42, 3, 15), 12)).toBe('Showing 31 to 42 of 42 submissions')
  expect(showingText(paginate(0, 1, 15), 0)).toBe('Showing 0 to 0 of 0 submissions')
})

test('shows how far a search counted when it stopped early', () => {
  const more = { ...paginate(500, 2, 15), moreThan: true } as const
  expect(showingText(more, 15)).toBe('Showing 16 to 30 of more than 500 submissions')
  const among = { ...paginate(42, 1, 15), amongNewest: 2000 }
  expect(showingText(among, 15)).toBe('Showing 1 to 15 of 42 submissions among the newest 2000')
})
