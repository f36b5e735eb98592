import { type ActionDispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AskQuote } from './use-request-quote.ts'
import type { GoToStep } from './use-restore.ts'
import type { PricedCard, WizardAction } from './wizard-state.ts'

/** A clock that runs ahead sees every quote as expired: it must not ask without end. */
const RENEW_AT_MOST_EVERY_MS = 5 * 60 * 1000

type RenewalInput = {
  priced: PricedCard
  askQuote: () => ReturnType<AskQuote>
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
}

/**
 * Asks for the quote again once it has expired, as soon as somebody looks at the page. `formerPayout` is what the
 * expired one paid, in dollars; `isExpired` while there is no new one.
 */
export function useQuoteRenewal({ priced, askQuote, dispatch, goToStep }: RenewalInput) {
  const { brand, quote } = priced
  const [formerPayout, setFormerPayout] = useState<number>()
  const [expiredId, setExpiredId] = useState<string>()
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)

  async function renew() {
    const fresh = await askQuote()
    if (!fresh) return undefined
    renewedAt.current = Date.now()
    dispatch({ type: 'quoted', brandSlug: brand.slug, quote: fresh })
    setFormerPayout(quote.payoutAmount)
    setExpiredId(undefined)
    return fresh
  }

  /** Goes on at once while the quote holds. Another price is shown first. */
  async function proceed() {
    if (Date.parse(quote.expiresAt) <= Date.now()) {
      const fresh = await renew()
      if (fresh?.payoutAmount !== quote.payoutAmount) return
    }
    goToStep('upload')
  }

  const expire = useEffectEvent(() => {
    if (Date.now() - renewedAt.current < RENEW_AT_MOST_EVERY_MS) return
    setExpiredId(quote.quoteId)
    if (document.visibilityState === 'visible') void renew()
  })

  // The clock, which stands still for pages that sleep, and the tab coming back into sight.
  useEffect(() => {
    const check = () => {
      if (Date.parse(quote.expiresAt) <= Date.now()) expire()
    }
    const timer = setTimeout(check, Math.max(0, Date.parse(quote.expiresAt) - Date.now()))
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [quote.expiresAt])

  return { proceed, renew, isExpired: expiredId === quote.quoteId, formerPayout }
}
