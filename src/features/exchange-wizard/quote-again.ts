import { type ApiError, api } from '#client/lib/trpc.ts'
import type { useToast } from '#client/ui/toast.tsx'
import type { Quote, QuoteInput } from '#shared/quote-schema.ts'
import type { CardQuote } from './wizard-state.ts'

/**
 * Requests a quote for the card of a rejected order: at the rate of this order, or at that of today when it is no
 * longer kept, which a toast says. Undefined for an order whose card cannot be sent again.
 * @throws the error of a request that got no answer
 */
export async function quoteAgain(
  orderId: string,
  card: QuoteInput,
  toast: ReturnType<typeof useToast>,
): Promise<CardQuote | undefined> {
  try {
    return { ...(await api.exchange.quoteAgain.mutate({ id: orderId, ...card })), isAtOldRate: true }
  } catch (error) {
    const { data, message } = error as ApiError
    if (!data || data.code === 'bad_request') throw error
    if (data.code === 'conflict') toast({ title: message })
    return data.quote ? { ...(data.quote as Quote), resubmitOf: orderId } : undefined
  }
}
