import { z } from 'zod'
import { quoteMessages } from './quote.ts'

/** Missing and malformed values get the message of an empty form; `quoteProblem` checks the limits. */
export const quoteInput = z.object(
  {
    cardBrand: z.string({ error: quoteMessages.incomplete }).max(100, quoteMessages.incomplete),
    cardValue: z.number({ error: quoteMessages.incomplete }),
  },
  { error: quoteMessages.incomplete },
)
export type QuoteInput = z.infer<typeof quoteInput>

/** `exchangeRate` is a fraction, amounts are dollars, `expiresAt` ISO 8601. */
export const quoteOutput = z.object({
  cardValue: z.number(),
  exchangeRate: z.number(),
  payoutAmount: z.number(),
  /** A signed quote: a submit that sends it before `expiresAt` gets this rate. */
  quoteId: z.string(),
  expiresAt: z.string(),
  /** The version of the catalogue that this price is of. */
  catalogueVersion: z.int(),
})
export type Quote = z.infer<typeof quoteOutput>
