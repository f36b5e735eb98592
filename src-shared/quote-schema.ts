import { z } from 'zod'
import { price } from './parts-schema.ts'
import { quoteMessages } from './quote.ts'
import { id } from './text-schema.ts'

/** Missing and malformed values get the message of an empty form; `quoteProblem` checks the limits. */
export const quotedCard = {
  cardBrand: z.string({ error: quoteMessages.incomplete }).max(100, quoteMessages.incomplete),
  cardValue: z.number({ error: quoteMessages.incomplete }),
}
export const quoteInput = z.object(quotedCard, { error: quoteMessages.incomplete })
export type QuoteInput = z.infer<typeof quoteInput>

/** `exchangeRate` is a fraction, amounts are dollars, `expiresAt` ISO 8601. */
export const quoteOutput = z.object({
  ...price,
  /** A signed quote: a submit that sends it before `expiresAt` gets this rate. */
  quoteId: z.string(),
  expiresAt: z.string(),
  catalogueVersion: z.int(),
})
export type Quote = z.infer<typeof quoteOutput>

export const quoteAgainInput = z.object({
  id,
  /** The brand that the caller sells; another one than that of the order is a conflict. */
  cardBrand: z.string().max(100, quoteMessages.incomplete).optional(),
  /** Dollars, at most the value of the order, which it is by default. */
  cardValue: z.number({ error: quoteMessages.incomplete }).optional(),
})
export type QuoteAgainInput = z.infer<typeof quoteAgainInput>

/** A submit sends `resubmitOf` with the quote. */
export const quoteAgainOutput = quoteOutput.extend({ resubmitOf: z.string() })
export type QuoteAgainOutput = z.infer<typeof quoteAgainOutput>
