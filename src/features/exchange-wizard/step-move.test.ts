import { expect, test } from 'vitest'
import { stepMove } from './step-move.ts'

test('going on adds an entry that remembers what is beneath it', () => {
  expect(stepMove([], 'card', 'quote')).toEqual({ trail: ['card'], replace: false })
  expect(stepMove(['card'], 'quote', 'upload')).toEqual({ trail: ['card', 'quote'], replace: false })
})

test('going back leads to the entry of that step, however many lie between', () => {
  expect(stepMove(['card', 'quote'], 'upload', 'quote')).toEqual({ back: 1 })
  expect(stepMove(['card', 'quote'], 'upload', 'card')).toEqual({ back: 2 })
})

test('a step that has no entry takes the place of the current one', () => {
  expect(stepMove([], 'quote', 'card')).toEqual({ trail: [], replace: true })
})

test('another card after an order is a new entry', () => {
  expect(stepMove(['card', 'quote'], 'done', 'card')).toEqual({ trail: ['card', 'quote', 'done'], replace: false })
})
