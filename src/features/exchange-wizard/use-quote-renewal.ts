import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WizardMemory } from './use-wizard.ts'
import type { PricedCard } from './wizard-state.ts'

/** With a fast client clock every quote looks expired; this prevents a request loop. */
const RENEW_AT_MOST_EVERY_MS = 5 * 60 * 1000

/** Renews an expired quote as soon as the page is visible. `formerPayout` in dollars. */
export function useQuoteRenewal(wizard: WizardMemory, { brand, quote }: PricedCard) {
  const [formerPayout, setFormerPayout] = useState<number>()
  const [expiredId, setExpiredId] = useState<string>()
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)

  async function renew() {
    const fresh = await wizard.requestQuote(wizard.state.card)
    if (!fresh) return undefined
    renewedAt.current = Date.now()
    wizard.dispatch({ type: 'quoted', brandSlug: brand.slug, quote: fresh })
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
    wizard.goToStep('upload')
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
