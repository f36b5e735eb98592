import { expect, test } from 'vitest'
import { afterKey, boxBetween } from './redaction-boxes.ts'

test('a box is between two corners in any order, and inside of the picture', () => {
  const box = { x: 1000, y: 2000, w: 3000, h: 500 }
  expect(boxBetween({ x: 1000, y: 2000 }, { x: 4000, y: 2500 })).toEqual(box)
  expect(boxBetween({ x: 4000, y: 2500 }, { x: 1000, y: 2000 })).toEqual(box)
  expect(boxBetween({ x: -50, y: 9000 }, { x: 200.4, y: 12_000 })).toEqual({ x: 0, y: 9000, w: 200, h: 1000 })
})

test('arrow keys move a box, with Shift they resize it, and neither leaves the picture', () => {
  const box = { x: 0, y: 9950, w: 200, h: 50 }
  expect(afterKey(box, 'ArrowRight', false)).toEqual({ ...box, x: 100 })
  expect(afterKey(box, 'ArrowLeft', false)).toEqual(box)
  expect(afterKey(box, 'ArrowDown', false)).toEqual(box)
  expect(afterKey(box, 'ArrowUp', false)).toEqual({ ...box, y: 9850 })
  expect(afterKey(box, 'ArrowRight', true)).toEqual({ ...box, w: 300 })
  expect(afterKey(box, 'ArrowLeft', true)).toEqual({ ...box, w: 100 })
  expect(afterKey(box, 'ArrowDown', true)).toEqual(box)
  expect(afterKey(box, 'Tab', false)).toBeUndefined()
})
