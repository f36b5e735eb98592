import { expect, test } from 'vitest'
import buttons from './button.module.css'
import { keptOf, toastTop } from './toast-place.ts'

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

test('keeps off the focused control and the main buttons of the page, but for what is beside it', () => {
  document.body.innerHTML = `<ol></ol><button class="${buttons.primary}">Submit</button><input>`
  const [toasts, main, input] = [...document.body.children] as HTMLElement[]
  if (!toasts || !main || !input) throw new Error('The page is not there.')
  const at = (element: HTMLElement, left: number, right: number, top: number) => {
    element.getBoundingClientRect = () => new DOMRect(left, top, right - left, 48)
  }
  at(toasts, 940, 1260, 700)
  at(main, 900, 1200, 740)
  at(input, 900, 1200, 300)
  expect(keptOf(toasts)).toMatchObject([{ top: 740 }])
  input.focus()
  expect(keptOf(toasts)).toMatchObject([{ top: 300 }, { top: 740 }])
  at(main, 100, 800, 740)
  expect(keptOf(toasts)).toMatchObject([{ top: 300 }])
})
