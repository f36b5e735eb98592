import { type ActionDispatch, type RefObject, useLayoutEffect, useState } from 'react'
import { findBrand } from '#shared/brand.ts'
import { readDraft } from './draft.ts'
import { readTypedCard } from './typed-card.ts'
import { type CardChoice, initialWizard, type WizardAction } from './wizard-state.ts'
import type { WizardStep } from './wizard-steps.ts'

/** Shows another step by its address. `replace` leaves no trace in the browser's history, `orderId` names the order. */
export type GoToStep = (step: WizardStep, options?: { replace?: boolean; orderId?: string }) => void
/** Brand slug and dollars named in the address. */
export type Prefill = { brand?: string; value?: number }

type RestoreInput = {
  step: WizardStep
  prefill: Prefill
  cardForm: RefObject<HTMLFormElement | null>
  /** Set when the draft says that its quote opens again. */
  leftToSignUp: RefObject<boolean>
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
  /** Prices the card and shows the quote. */
  getQuote: (card: CardChoice, options: { replace: boolean }) => Promise<unknown>
}

/**
 * Takes over what is known before the first paint: the stored draft, over it the address, over it what was typed
 * before the script ran. True while a quote is asked for again, after a reload or a sign-up.
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

  // Storage, the address and the drawn form are read once; before paint, so that no empty form flashes.
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

/** What the address chooses. One that names a card and no value begins without one: the draft's was another card's. */
export function cardOfPrefill({ brand, value }: Prefill): Partial<CardChoice> {
  return {
    ...(brand !== undefined && findBrand(brand) && { brandSlug: brand, valueText: '' }),
    ...(value !== undefined && { valueText: String(value) }),
  }
}
