import { type ActionDispatch, type RefObject, useLayoutEffect, useState } from 'react'
import { findBrand } from '#shared/brand.ts'
import { readDraft } from './draft.ts'
import { readTypedCard } from './typed-card.ts'
import { type CardChoice, initialWizard, type WizardAction } from './wizard-state.ts'
import type { WizardStep } from './wizard-steps.ts'

/** Navigates to a step. `replace` replaces the history entry; `orderId` is the order to confirm. */
export type GoToStep = (step: WizardStep, options?: { replace?: boolean; orderId?: string }) => void
/** Brand slug and dollars from the URL. */
export type Prefill = { brand?: string; value?: number }

type RestoreInput = {
  step: WizardStep
  prefill: Prefill
  cardForm: RefObject<HTMLFormElement | null>
  /** Set when the draft has `resume`. */
  leftToSignUp: RefObject<boolean>
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
  /** Requests the quote and opens step 2. */
  getQuote: (card: CardChoice, options: { replace: boolean }) => Promise<unknown>
}

/**
 * Restores the card before the first paint: stored draft, then URL, then input typed before hydration; later sources
 * win. Returns true while a quote is requested again after a reload or a sign-up.
 */
export function useRestore({
  step,
  prefill,
  cardForm,
  leftToSignUp,
  dispatch,
  goToStep,
  getQuote,
}: RestoreInput): boolean {
  const [isResuming, setIsResuming] = useState(false)
  const { brand, value } = prefill

  // Reads storage, URL and the prerendered form once, before paint, so that no empty form flashes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is there at the start is restored
  useLayoutEffect(() => {
    const draft = readDraft()
    const typed = readTypedCard(cardForm.current)
    const card = { ...draft?.card, ...cardOfPrefill(prefill), ...typed }
    leftToSignUp.current = draft?.resume ?? false
    dispatch({ type: 'restore', card, paymentType: draft?.paymentType })
    const hasPrefill = brand !== undefined || value !== undefined
    if (hasPrefill) return goToStep('card', { replace: true })
    const wanted = draft?.resume || step === 'quote' || step === 'upload'
    if (!wanted || card.brandSlug === undefined || card.valueText === undefined) return
    setIsResuming(true)
    void getQuote({ ...initialWizard.card, ...card }, { replace: true }).finally(() => setIsResuming(false))
  }, [])

  return isResuming
}

/** Reads the URL. A brand without a value clears the value: the draft's belongs to another brand. */
export function cardOfPrefill({ brand, value }: Prefill): Partial<CardChoice> {
  return {
    ...(brand !== undefined && findBrand(brand) && { brandSlug: brand, valueText: '' }),
    ...(value !== undefined && { valueText: String(value) }),
  }
}
