import { type ApiError, api } from '#client/lib/trpc.ts'
import type { useToast } from '#client/ui/toast.tsx'
import type { Quote, QuoteInput } from '#shared/quote-schema.ts'

/** At the rate of the rejected order while it is kept, then of today. Undefined when the card cannot be sent again. */
export async function quoteAgain(orderId: string, card: QuoteInput, toast: ReturnType<typeof useToast>) {
  try {
    return { ...(await api.exchange.quoteAgain.mutate({ id: orderId, ...card })), isAtOldRate: true }
  } catch (error) {
    const { data, message } = error as ApiError
    if (!data || data.code === 'bad_request') throw error
    if (data.code === 'conflict') toast({ title: message })
    return data.quote ? { ...(data.quote as Quote), resubmitOf: orderId } : undefined
  }
}
