import { expect, test } from 'vitest'
import { findBrand } from './brand.ts'
import { livePayoutCents, MAX_CARD_VALUE_CENTS, quoteMessages, quoteProblem, valueHint } from './quote.ts'

const amazon = findBrand('amazon')
const bestBuy = findBrand('best-buy')

test.each([
  ['no brand', undefined, 10_000],
  ['no amount', amazon, null],
  ['nothing', amazon, 0],
  ['a negative amount', amazon, -100],
] as const)('asks for a card and an amount when given %s', (_, brand, cents) => {
  expect(quoteProblem(brand, cents)).toEqual({ title: 'Error', message: quoteMessages.incomplete })
  expect(quoteMessages.incomplete).toBe('Please select a card type and enter a valid amount.')
})

test('names the minimum of the card', () => {
  expect(quoteProblem(bestBuy, 4999)).toEqual({
    title: 'Minimum Amount Required',
    message: 'The minimum amount for Best Buy is $50.',
  })
})

test('takes exactly the minimum and exactly the maximum', () => {
  expect(quoteProblem(bestBuy, 5000)).toBeUndefined()
  expect(quoteProblem(bestBuy, MAX_CARD_VALUE_CENTS)).toBeUndefined()
})

test('refuses a cent more than $5,000', () => {
  expect(quoteProblem(amazon, 500_001)?.message).toBe('The maximum amount for Amazon is $5,000.')
})

test('hints at the limits of the chosen card, and at $1 before one is chosen', () => {
  expect(valueHint(bestBuy)).toBe('Minimum: $50 | Maximum: $5,000')
  expect(valueHint(undefined)).toBe('Minimum: $1 | Maximum: $5,000')
})

test('prices while typing only what could be quoted', () => {
  expect(livePayoutCents('amazon', 10_000)).toBe(9300)
  expect(livePayoutCents('amazon', 2499)).toBeUndefined()
  expect(livePayoutCents('amazon', null)).toBeUndefined()
  expect(livePayoutCents('unknown', 10_000)).toBeUndefined()
  expect(livePayoutCents(undefined, 10_000)).toBeUndefined()
})
