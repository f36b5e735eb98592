import { expect, it } from 'vitest'
import { findReasons } from './find-reasons.ts'

const reasons = ['The photo is too blurry.', 'The code is covered.', 'We need 2 photos of the card.']

it('numbers all reasons while nothing is typed', () => {
  expect(findReasons(reasons, ' ').map(({ number }) => number)).toEqual([1, 2, 3])
})

it('finds a reason by its number before any text that holds the digit', () => {
  expect(findReasons(reasons, '2')).toEqual([{ number: 2, text: reasons[1] }])
})

it('finds reasons that have every word in any order, with the numbers they had', () => {
  expect(findReasons(reasons, 'CARD photo')).toEqual([{ number: 3, text: reasons[2] }])
  expect(findReasons(reasons, 'zebra')).toEqual([])
})
