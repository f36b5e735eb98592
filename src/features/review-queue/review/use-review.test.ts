import { expect, it } from 'vitest'
import { viewingText } from './use-review.ts'

it('names all viewers', () => {
  expect(viewingText([])).toBe('')
  expect(viewingText(['Robin Lee'])).toBe('Robin Lee is viewing')
  expect(viewingText(['Robin Lee', 'Kim'])).toBe('Robin Lee and Kim are viewing')
  expect(viewingText(['A', 'B', 'C'])).toBe('A, B and C are viewing')
})
