import { expect, test } from 'vitest'
import { brands } from '#shared/brands.ts'
import { cardColours, contrast } from './card-colours.ts'

test('the text of every brand card is readable at both ends of its gradient', () => {
  const unreadable = brands
    .map((brand) => ({ brand: brand.slug, ...cardColours(brand.colour) }))
    .filter((card) => contrast(card.background, card.text) < 4.5 || contrast(card.shade, card.text) < 4.5)
  expect(unreadable).toEqual([])
})

test('the gradient of every brand card moves away from its text', () => {
  const towards = brands
    .map((brand) => ({ brand: brand.slug, ...cardColours(brand.colour) }))
    .filter((card) => contrast(card.shade, card.text) < contrast(card.background, card.text))
  expect(towards).toEqual([])
})

test('dark brands carry white text and bright ones ink', () => {
  expect(cardColours('#000000').text).toBe('#ffffff')
  expect(cardColours('#ff9900').text).toBe('#0c231a')
})

test('a colour on which neither white nor ink is readable is darkened until white is', () => {
  const card = cardColours('#e53238')
  expect(card.text).toBe('#ffffff')
  expect(card.background).not.toBe('#e53238')
  expect(contrast(card.background, card.text)).toBeGreaterThanOrEqual(4.5)
})

test('contrast is that of WCAG: 21 between black and white, 1 between equals', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})
