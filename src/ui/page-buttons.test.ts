import { expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { paginate } from '#shared/paging.ts'
import { callProblem } from './call-problem.ts'
import { cardColours, contrast } from './card-colours.ts'
import { pageButtons, showingText } from './page-buttons.tsx'
import { notBeside, toastTop } from './toast-place.ts'

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [10, 10, [6, 7, 8, 9, 10]],
  [99, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
])('on page %i of %i has the buttons %j', (page, pages, buttons) => {
  expect(pageButtons(paginate(pages * 15, page, 15))).toEqual(buttons)
})

test('shows the range of submissions', () => {
  expect(showingText(paginate(42, 2, 15), 15)).toBe('Showing 16 to 30 of 42 submissions')
  expect(showingText(paginate(42, 3, 15), 12)).toBe('Showing 31 to 42 of 42 submissions')
  expect(showingText(paginate(0, 1, 15), 0)).toBe('Showing 0 to 0 of 0 submissions')
})

test('shows how far a search counted when it stopped early', () => {
  const more = { ...paginate(500, 2, 15), moreThan: true } as const
  expect(showingText(more, 15)).toBe('Showing 16 to 30 of more than 500 submissions')
  const among = { ...paginate(42, 1, 15), amongNewest: 2000 }
  expect(showingText(among, 15)).toBe('Showing 1 to 15 of 42 submissions among the newest 2000')
})

const fallback = { title: 'Sign Up Failed', message: 'Please try again.' }
const failure = (message: string, data: unknown) => callProblem({ message, data } as never, fallback)

test('passes on message, title and field of the server', () => {
  const data = { code: 'conflict', title: 'Email Already Registered', field: 'email' }
  expect(failure('This email is already registered.', data)).toEqual({
    title: 'Email Already Registered',
    message: 'This email is already registered.',
    field: 'email',
  })
})

test('uses the fallback title when the server sends none', () => {
  expect(failure('Slow down.', { code: 'unavailable' })).toEqual({ title: 'Sign Up Failed', message: 'Slow down.' })
})

test.each([
  ['cannot be reached', undefined],
  ['breaks', { code: 'internal' }],
])('uses the fallback message when the server %s', (_, data) => {
  expect(failure('Failed to fetch', data)).toEqual(fallback)
})

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

test('has readable text on both ends of every brand gradient', () => {
  const unreadable = seedBrands
    .map((brand) => ({ brand: brand.slug, ...cardColours(brand.colour) }))
    .filter((card) => contrast(card.background, card.text) < 4.5 || contrast(card.shade, card.text) < 4.5)
  expect(unreadable).toEqual([])
})

test('shades every brand gradient away from its text', () => {
  const towards = seedBrands
    .map((brand) => ({ brand: brand.slug, ...cardColours(brand.colour) }))
    .filter((card) => contrast(card.shade, card.text) < contrast(card.background, card.text))
  expect(towards).toEqual([])
})

test('puts white text on dark brands and ink on bright ones', () => {
  expect(cardColours('#000000').text).toBe('#ffffff')
  expect(cardColours('#ff9900').text).toBe('#0c231a')
})

test('darkens a colour until white is readable when neither white nor ink is', () => {
  const card = cardColours('#e53238')
  expect(card.text).toBe('#ffffff')
  expect(card.background).not.toBe('#e53238')
  expect(contrast(card.background, card.text)).toBeGreaterThanOrEqual(4.5)
})

test('computes WCAG contrast: 21 between black and white, 1 between equal colours', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})
