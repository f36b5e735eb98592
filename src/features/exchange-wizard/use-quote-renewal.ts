import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GoToStep } from './use-restore.ts'
import type { RequestQuote } from './use-wizard.ts'
import type { PricedCard, WizardDispatch } from './wizard-state.ts'

/** With a fast client clock every quote looks expired; this prevents a request loop. */
const RENEW_AT_MOST_EVERY_MS = 5 * 60 * 1000

type RenewalInput = {
  priced: PricedCard
  requestQuote: () => ReturnType<RequestQuote>
  dispatch: WizardDispatch
  goToStep: GoToStep
}

/** Renews an expired quote as soon as the page is visible. `formerPayout` in dollars. */
export function useQuoteRenewal({ priced, requestQuote, dispatch, goToStep }: RenewalInput) {
  const { brand, quote } = priced
  const [formerPayout, setFormerPayout] = useState<number>()
  const [expiredId, setExpiredId] = useState<string>()
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)

  async function renew() {
    const fresh = await requestQuote()
    if (!fresh) return undefined
    renewedAt.current = Date.now()
    dispatch({ type: 'quoted', brandSlug: brand.slug, quote: fresh })
    setFormerPayout(quote.payoutAmount)
    setExpiredId(undefined)
    return fresh
  }

  /** Continues with a valid quote. A renewed quote with another price is shown first. */
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

  // Timers pause in suspended tabs, so a tab that becomes visible checks as well.
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
