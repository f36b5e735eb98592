import { expect, it } from 'vitest'
import { nextLook, rotate, uprightPhoto } from './photo-view.ts'

it('rotates by quarter turns in both directions', () => {
  expect(rotate(uprightPhoto, -1).turns).toBe(3)
  expect([1, 2, 3, 4].reduce((view) => rotate(view, 1), uprightPhoto).turns).toBe(0)
})

it('keeps the filter when rotating', () => {
  expect(rotate({ turns: 3, look: 'inverted' }, 1)).toEqual({ turns: 0, look: 'inverted' })
})

it('cycles through the filters', () => {
  expect(nextLook('plain')).toBe('contrast')
  expect(nextLook('contrast')).toBe('inverted')
  expect(nextLook('inverted')).toBe('plain')
})
