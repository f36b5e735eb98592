import { expect, it } from 'vitest'
import { nextFilter, rotate, uprightPhoto } from './photo-tools.tsx'

it('rotates by quarter turns in both directions', () => {
  expect(rotate(uprightPhoto, -1).turns).toBe(3)
  expect([1, 2, 3, 4].reduce((view) => rotate(view, 1), uprightPhoto).turns).toBe(0)
})

it('keeps filter and page when rotating', () => {
  expect(rotate({ turns: 3, filter: 'inverted', page: 2 }, 1)).toEqual({ turns: 0, filter: 'inverted', page: 2 })
})

it('cycles through the filters', () => {
  expect(nextFilter('plain')).toBe('contrast')
  expect(nextFilter('contrast')).toBe('inverted')
  expect(nextFilter('inverted')).toBe('plain')
})
