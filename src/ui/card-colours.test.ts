import { expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { cardColours, contrast } from './card-colours.ts'

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
