import { expect, test } from 'vitest'
import { seedTerms } from './brand.ts'
import { seedBrands } from './brands.ts'
import { createCatalogue, seedCatalogue } from './catalogue.ts'
import { boughtBrands, rateRange } from './rate-range.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')

/** All brands, Apple with these terms. */
function withApple(change: Partial<ReturnType<typeof seedTerms>>) {
  const seed = seedBrands.find(({ slug }) => slug === 'apple')
  if (!seed) throw new Error('The catalogue has no Apple.')
  return createCatalogue(2, [{ ...seedTerms(seed), ...change }]).brands
}

const flat = (rateBps: number) => ({ bands: [{ fromCents: 5_000, toCents: 500_000, rateBps }] })
const isBought = (change: Partial<ReturnType<typeof seedTerms>>) =>
  boughtBrands(withApple(change), NOW).some(({ slug }) => slug === 'apple')

test('is 87% to 93% for the rates of the seed', () => {
  expect(rateRange(seedCatalogue.brands, NOW)).toBe('87% to 93%')
})

test('follows the lowest and the highest rate of the brands that are bought, rounded down', () => {
  expect(rateRange(withApple(flat(8_050)), NOW)).toBe('80% to 93%')
  expect(rateRange(withApple(flat(9_590)), NOW)).toBe('87% to 95%')
  for (const state of ['paused', 'hidden'] as const)
    expect(rateRange(withApple({ ...flat(8_050), state }), NOW), state).toBe('87% to 93%')
})

test('is one rate when all are equal, and 0% when nothing is bought', () => {
  const [apple] = withApple(flat(9_000)).filter(({ slug }) => slug === 'apple')
  expect(rateRange(apple ? [apple] : [], NOW)).toBe('90%')
  expect(rateRange([], NOW)).toBe('0%')
})

test('a brand is bought while it is active, and again when its pause has ended', () => {
  expect(isBought({})).toBe(true)
  expect(isBought({ state: 'hidden' })).toBe(false)
  expect(isBought({ state: 'paused' })).toBe(false)
  expect(isBought({ state: 'paused', resumeAt: '2026-11-26T12:00:01Z' })).toBe(false)
  expect(isBought({ state: 'paused', resumeAt: '2026-11-26T12:00:00Z' })).toBe(true)
})
