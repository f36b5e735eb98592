import { expect, it } from 'vitest'
import { countSince, newestOf } from './new-pending.ts'

const at = (minute: number) => ({ createdAt: `2025-06-01T12:0${minute}:00.000Z` })

it('knows the newest, in whatever order they stand', () => {
  expect(newestOf([at(1), at(3), at(2)])).toBe(at(3).createdAt)
  expect(newestOf([])).toBe('')
})

it('counts what came after the last look', () => {
  expect(countSince([at(3), at(2), at(1)], at(1).createdAt, 15)).toBe('2')
  expect(countSince([at(3)], at(3).createdAt, 15)).toBe('')
})

it('says that there may be more when the whole page is new', () => {
  expect(countSince([at(3), at(2)], at(1).createdAt, 2)).toBe('2+')
})
