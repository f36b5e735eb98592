import { measure } from '#client/lib/tracking.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { findBrand } from '#shared/brand.ts'
import { dollarsFromCents, parseDollars } from '#shared/money.ts'
import { quoteMessages, quoteProblem } from '#shared/quote.ts'
import type { Quote } from '#shared/quote-schema.ts'
import type { CardChoice } from './wizard-state.ts'

export type AskQuote = (card: CardChoice) => Promise<Quote | undefined>

/** Asks the server to price a card. What stands in the way is toasted, and the answer is undefined. */
export function useAskQuote(): { askQuote: AskQuote; isAsking: boolean } {
  const { mutateAsync, isPending } = trpc.exchange.quote.useMutation()
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()

  async function askQuote({ brandSlug, valueText }: CardChoice): Promise<Quote | undefined> {
    const brand = brandSlug === undefined ? undefined : findBrand(brandSlug)
    const cents = parseDollars(valueText)
    const problem = quoteProblem(brand, cents)
    if (problem || !brand || cents === null) {
      if (problem) toast({ title: problem.title, description: problem.message, tone: 'error' })
      return undefined
    }
    dropErrorToast()
    try {
      const quote = await mutateAsync({ cardBrand: brand.slug, cardValue: dollarsFromCents(cents) })
      measure({ kind: 'quote', cardBrand: brand.slug, cardValue: quote.cardValue, payoutAmount: quote.payoutAmount })
      return quote
    } catch (error) {
      const { data, message } = error as ApiError
      toast({ title: 'Error', description: data?.retryAfterSeconds ? message : quoteMessages.failed, tone: 'error' })
      return undefined
    }
  }
  return { askQuote, isAsking: isPending }
}
