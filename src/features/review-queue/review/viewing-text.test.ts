import { expect, it } from 'vitest'
import { viewingText } from './viewing-text.ts'

it('names everybody who looks', () => {
  expect(viewingText([])).toBe('')
  expect(viewingText(['Robin Lee'])).toBe('Robin Lee is viewing')
  expect(viewingText(['Robin Lee', 'Kim'])).toBe('Robin Lee and Kim are viewing')
  expect(viewingText(['A', 'B', 'C'])).toBe('A, B and C are viewing')
})
