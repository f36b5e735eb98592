import { expect, it } from 'vitest'
import { findReasons } from './reason-fields.tsx'

const reasons = ['The photo is too blurry.', 'The code is covered.', 'We need 2 photos of the card.']

it('returns all reasons numbered for an empty search', () => {
  expect(findReasons(reasons, ' ').map(({ number }) => number)).toEqual([1, 2, 3])
})

it('prefers a match by number over digits in the text', () => {
  expect(findReasons(reasons, '2')).toEqual([{ number: 2, text: reasons[1] }])
})

it('matches all words in any order and keeps the numbers', () => {
  expect(findReasons(reasons, 'CARD photo')).toEqual([{ number: 3, text: reasons[2] }])
  expect(findReasons(reasons, 'zebra')).toEqual([])
})
