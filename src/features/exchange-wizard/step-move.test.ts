import { expect, test } from 'vitest'
import { stepMove } from './step-move.ts'

test('a step forward adds a history entry with its trail', () => {
  expect(stepMove([], 'card', 'quote')).toEqual({ trail: ['card'], replace: false })
  expect(stepMove(['card'], 'quote', 'upload')).toEqual({ trail: ['card', 'quote'], replace: false })
})

test('a step back returns to the existing history entry', () => {
  expect(stepMove(['card', 'quote'], 'upload', 'quote')).toEqual({ back: 1 })
  expect(stepMove(['card', 'quote'], 'upload', 'card')).toEqual({ back: 2 })
})

test('a step back without an entry replaces the current entry', () => {
  expect(stepMove([], 'quote', 'card')).toEqual({ trail: [], replace: true })
})

test('a new card after an order adds an entry', () => {
  expect(stepMove(['card', 'quote'], 'done', 'card')).toEqual({ trail: ['card', 'quote', 'done'], replace: false })
})
