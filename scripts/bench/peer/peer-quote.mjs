// Quotes of the peer: a rate per brand, and a signature that proves the price of a quote.
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

const VALID_MS = 30 * 60 * 1000
const signingKey = randomBytes(32)
const rates = new Map([
  ['apple', 8200],
  ['amazon', 8400],
  ['steam', 8000],
  ['target', 8100],
  ['nike', 7900],
])

export const quoteInput = z.object({
  cardBrand: z.string().trim().min(1).max(100),
  cardValue: z.number().min(10).max(2000).multipleOf(0.01),
})
export const quoteOutput = z.object({
  cardValue: z.number(),
  exchangeRate: z.number(),
  payoutAmount: z.number(),
  quoteId: z.string(),
  expiresAt: z.string(),
})

/** Cents and basis points of a card. @throws Error for an unknown brand */
export function priceOf({ cardBrand, cardValue }) {
  const rateBps = rates.get(cardBrand)
  if (rateBps === undefined) throw new Error('Unknown brand')
  const valueCents = Math.round(cardValue * 100)
  return { valueCents, rateBps, payoutCents: Math.floor((valueCents * rateBps) / 10_000) }
}

export function makeQuote(input) {
  const { rateBps, payoutCents } = priceOf(input)
  const expiresAt = new Date(Date.now() + VALID_MS).toISOString()
  const terms = [input.cardBrand, input.cardValue, rateBps, expiresAt].join('|')
  const signature = createHmac('sha256', signingKey).update(terms).digest('base64url')
  return {
    cardValue: input.cardValue,
    exchangeRate: rateBps / 10_000,
    payoutAmount: payoutCents / 100,
    quoteId: `${Buffer.from(terms).toString('base64url')}.${signature}`,
    expiresAt,
  }
}
