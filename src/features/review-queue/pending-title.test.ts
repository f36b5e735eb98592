import { expect, it } from 'vitest'
import { countSince, newestOf } from './pending-title.tsx'

const at = (minute: number) => ({ createdAt: `2025-06-01T12:0${minute}:00.000Z` })

it('finds the newest in any order', () => {
  expect(newestOf([at(1), at(3), at(2)])).toBe(at(3).createdAt)
  expect(newestOf([])).toBe('')
})

it('counts submissions after the last visit', () => {
  expect(countSince([at(3), at(2), at(1)], at(1).createdAt, 15)).toBe('2')
  expect(countSince([at(3)], at(3).createdAt, 15)).toBe('')
})

it('adds a plus sign when the whole page is new', () => {
  expect(countSince([at(3), at(2)], at(1).createdAt, 2)).toBe('2+')
})
