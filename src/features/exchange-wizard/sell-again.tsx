import { useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { cardConditions } from '#shared/card-condition.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { WizardMemory } from './use-wizard.ts'
import type { CardChoice } from './wizard-state.ts'

type SellAgainProps = { orderId: string; wizard: WizardMemory }

/** Opens the quote of the card of a rejected order; a card with a lower balance begins at its value. */
export function SellAgain({ orderId, wizard: { dispatch, requestQuote, goToStep } }: SellAgainProps) {
  const { data: order, error } = trpc.transactions.get.useQuery({ id: orderId })
  const toast = useToast()
  const isBegun = useRef(false)

  async function begin() {
    const card = order && cardOf(order)
    if (card) dispatch({ type: 'restore', card })
    else toast({ title: 'Error', description: error?.message ?? '', tone: 'error' })
    const quote = card?.valueText ? await requestQuote(card) : undefined
    if (card && quote) dispatch({ type: 'quoted', brandSlug: card.brandSlug, quote })
    void goToStep(quote ? 'quote' : 'card', { replace: true })
  }

  // The address asks for it, once.
  useEffect(() => {
    if (isBegun.current || !(order || error)) return
    isBegun.current = true
    void begin()
  })

  return <Skeleton lines={4} height="4rem" label="Loading your order..." />
}

function cardOf(order: TransactionDetail): CardChoice & { brandSlug: string } {
  const { id, cardBrand, cardCondition, cardValue, reasonCode, oldRateUntil } = order
  const [full, used] = cardConditions
  const hasLess = reasonCode === 'lower-balance'
  return {
    brandSlug: cardBrand,
    condition: hasLess ? used : (cardCondition ?? full),
    valueText: hasLess ? '' : String(cardValue),
    again: oldRateUntil === undefined ? undefined : id,
  }
}
