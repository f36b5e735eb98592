import { expect, test } from 'vitest'
import { toastTop } from './toast-place.ts'

const phone = {
  visible: { top: 0, bottom: 844 },
  headerBottom: 64,
  bar: undefined,
  focused: undefined,
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

test('moves to the other edge when it would cover the focused control', () => {
  expect(toastTop({ ...phone, focused: { top: 100, bottom: 148 } })).toBe(844 - 60 - 8)
  expect(toastTop({ ...phone, prefersTop: false, focused: { top: 780, bottom: 828 } })).toBe(72)
})

test('stays above the keyboard of a phone, also when the page is moved up', () => {
  const focused = { top: 90, bottom: 138 }
  const bar = { top: 770, bottom: 844 }
  expect(toastTop({ ...phone, bar, focused, visible: { top: 0, bottom: 470 } })).toBe(470 - 60 - 8)
  expect(toastTop({ ...phone, visible: { top: 300, bottom: 770 } })).toBe(300)
})
