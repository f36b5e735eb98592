import { expect, test } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { parseHeldQuote } from './held-quote.ts'

const now = 1_700_000_000_000
const quote = {
  cardValue: 250.5,
  exchangeRate: 0.9,
  payoutAmount: 225.45,
  quoteId: 'signed',
  catalogueVersion: 1,
  expiresAt: new Date(now + 60_000).toISOString(),
}
const stored = { brandSlug: 'steam', quote }

test('restores a stored quote with its brand', () => {
  expect(parseHeldQuote(JSON.parse(JSON.stringify(stored)), now)).toEqual({ brand: seedCatalogue.find('steam'), quote })
})

test('ignores an expired quote', () => {
  expect(parseHeldQuote(stored, now + 59_999)).toBeDefined()
  expect(parseHeldQuote(stored, now + 60_000)).toBeUndefined()
})

test('ignores malformed data', () => {
  for (const junk of [
    null,
    'x',
    {},
    { ...stored, brandSlug: 'no-such-brand' },
    { ...stored, quote: null },
    { ...stored, quote: { ...quote, payoutAmount: '225.45' } },
    { ...stored, quote: { ...quote, expiresAt: 'soon' } },
    { ...stored, quote: { ...quote, quoteId: undefined } },
  ])
    expect(parseHeldQuote(junk, now)).toBeUndefined()
})
