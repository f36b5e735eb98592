import { expect, test } from 'vitest'
import { notBeside, toastTop } from './toast-place.ts'

const phone = {
  visible: { top: 0, bottom: 844 },
  headerBottom: 64,
  bar: undefined,
  kept: [],
  height: 60,
  prefersTop: true,
}

test('is below the header on phones and at the bottom edge elsewhere', () => {
  expect(toastTop(phone)).toBe(64)
  expect(toastTop({ ...phone, prefersTop: false })).toBe(844 - 60 - 8)
})

test('is above the bar at the bottom edge', () => {
  const bar = { top: 770, bottom: 844 }
  expect(toastTop({ ...phone, bar, prefersTop: false })).toBe(770 - 60 - 8)
})

test('moves to the other edge when it would cover the focused control or a main button', () => {
  const focused = { top: 100, bottom: 148 }
  expect(toastTop({ ...phone, kept: [{ top: 400, bottom: 448 }, focused] })).toBe(844 - 60 - 8)
  expect(toastTop({ ...phone, prefersTop: false, kept: [{ top: 780, bottom: 828 }] })).toBe(72)
})

test('stays above the keyboard of a phone, also when the page is moved up', () => {
  const kept = [{ top: 90, bottom: 138 }]
  const bar = { top: 770, bottom: 844 }
  expect(toastTop({ ...phone, bar, kept, visible: { top: 0, bottom: 470 } })).toBe(470 - 60 - 8)
  expect(toastTop({ ...phone, visible: { top: 300, bottom: 770 } })).toBe(300)
})

test('keeps off what is above or below it, and not off what is beside it', () => {
  const [summary, submit] = [
    { left: 856, right: 1208 },
    { left: 72, right: 808 },
  ]
  expect(notBeside([summary, submit], { left: 940, right: 1260 })).toEqual([summary])
  expect(notBeside([summary, submit], { left: 20, right: 340 })).toEqual([submit])
})
