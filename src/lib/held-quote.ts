import { useLayoutEffect, useState } from 'react'
import type { Brand } from '#shared/brand.ts'
import { centsFromDollars } from '#shared/money.ts'
import type { Quote } from '#shared/quote-schema.ts'
import { findBrand } from './catalogue.ts'
import { HELD_QUOTE_KEY, readStored, writeStored } from './storage.ts'

/** A signed quote that a visitor left to sign in. It has the price of a card and nothing secret. */
export type HeldQuote = { brand: Brand; quote: Quote }

/** Stores the quote of a visitor who leaves to sign in. */
export function holdQuote({ brand, quote }: HeldQuote) {
  writeStored(HELD_QUOTE_KEY, { brandSlug: brand.slug, quote })
}

/** The held quote, if it is for this card and still valid. */
export function heldQuoteFor(brandSlug: string | undefined, valueCents: number | null) {
  const held = readHeldQuote()
  if (!held || held.brand.slug !== brandSlug || centsFromDollars(held.quote.cardValue) !== valueCents) return undefined
  return held.quote
}

/** The held quote; undefined during hydration, because the prerendered page has none. */
export function useHeldQuote() {
  const [held, setHeld] = useState<HeldQuote>()
  // Storage is outside React. Before the next paint, so that the page does not jump.
  useLayoutEffect(() => setHeld(readHeldQuote()), [])
  return held
}

function readHeldQuote() {
  return readStored(HELD_QUOTE_KEY, (stored) => parseHeldQuote(stored, Date.now()))
}

/** Validates a stored quote; undefined when it is expired or malformed. `now` in epoch milliseconds. */
export function parseHeldQuote(stored: unknown, now: number) {
  const { brandSlug, quote } = (stored ?? {}) as { brandSlug?: unknown; quote?: Partial<Quote> | null }
  const brand = typeof brandSlug === 'string' ? findBrand(brandSlug) : undefined
  const { cardValue, exchangeRate, payoutAmount, quoteId, expiresAt, catalogueVersion = 0 } = quote ?? {}
  if (typeof cardValue !== 'number' || typeof exchangeRate !== 'number' || typeof payoutAmount !== 'number')
    return undefined
  if (!brand || typeof quoteId !== 'string' || typeof expiresAt !== 'string') return undefined
  if (!(Date.parse(expiresAt) > now)) return undefined
  return { brand, quote: { cardValue, exchangeRate, payoutAmount, quoteId, expiresAt, catalogueVersion } }
}
