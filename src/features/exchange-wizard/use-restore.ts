import { type RefObject, useLayoutEffect, useState } from 'react'
import { findBrand } from '#client/lib/catalogue.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { cardConditions } from '#shared/card-condition.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import { readTypedCard } from './typed-card.ts'
import { type CardChoice, initialWizard, type WizardDispatch } from './wizard-state.ts'
import type { WizardStep } from './wizard-steps.ts'

/** Navigates to a step. `replace` replaces the history entry; `submissionId` is the submission to confirm. */
export type GoToStep = (
  step: WizardStep,
  options?: { replace?: boolean; submissionId?: string },
) => void | Promise<void>
/** Brand slug and dollars from the URL. */
export type Prefill = { brand?: string; value?: number }

type RestoreInput = {
  step: WizardStep
  prefill: Prefill
  cardForm: RefObject<HTMLFormElement | null>
  leftToSignUp: RefObject<boolean>
  dispatch: WizardDispatch
  goToStep: GoToStep
  /** Opens step 2 with the quote of this card. */
  getQuote: (card: CardChoice, options: { isRestored: boolean; hasMethod: boolean }) => Promise<unknown>
}

/** Restores the card before the first paint from draft, URL and typed input; the last wins. True while it is quoted. */
export function useRestore({ step, prefill, cardForm, leftToSignUp, dispatch, goToStep, getQuote }: RestoreInput) {
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
    if (hasPrefill && step === 'card') return void goToStep('card', { replace: true })
    const wanted = draft?.resume || step === 'quote' || step === 'upload'
    if (!wanted || card.brandSlug === undefined || card.valueText === undefined) return
    setIsResuming(true)
    const hasMethod = draft?.resume === true && draft.paymentType !== undefined
    void getQuote({ ...initialWizard.card, ...card }, { isRestored: true, hasMethod }).finally(() =>
      setIsResuming(false),
    )
  }, [])

  return isResuming
}

/** Reads the URL. A brand replaces the whole draft, which belongs to another card. */
export function cardOfPrefill({ brand, value }: Prefill) {
  return {
    ...(brand !== undefined && findBrand(brand) && { ...initialWizard.card, brandSlug: brand }),
    ...(value !== undefined && { valueText: String(value) }),
  }
}

/** The number is the schema version; drafts of older versions are ignored. */
const DRAFT_KEY = 'exchange-draft.1'
export const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/** Never has card numbers, codes, files or account details. `resume`: the visitor left to sign up. */
export type Draft = { card: Partial<CardChoice>; paymentType?: PaymentType; resume: boolean }

/** Validates stored data; undefined when it is expired, empty or malformed. `now` in epoch ms. */
export function parseDraft(stored: unknown, now: number) {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { savedAt, brandSlug, condition, valueText, again, paymentType, resume } = stored as Record<string, unknown>
  if (typeof savedAt !== 'number' || savedAt > now || now - savedAt > DRAFT_LIFE_MS) return undefined
  const card: Partial<CardChoice> = {}
  if (typeof brandSlug === 'string' && findBrand(brandSlug)) card.brandSlug = brandSlug
  if (typeof valueText === 'string' && valueText !== '' && valueText.length <= 20) card.valueText = valueText
  if (card.brandSlug === undefined && card.valueText === undefined) return undefined
  const knownCondition = cardConditions.find((known) => known === condition)
  if (knownCondition) card.condition = knownCondition
  if (typeof again === 'string') card.again = again
  return { card, paymentType: paymentTypes.find((known) => known === paymentType), resume: resume === true }
}

export function draftToStore({ card, paymentType, resume }: Draft, now: number): Record<string, unknown> | undefined {
  const { brandSlug, condition, valueText, again } = card
  if (brandSlug === undefined && !valueText) return undefined
  return { savedAt: now, brandSlug, condition, valueText, again, paymentType, resume }
}

function readDraft() {
  return readStored(DRAFT_KEY, (stored) => parseDraft(stored, Date.now()))
}

export function writeDraft(draft: Draft) {
  const stored = draftToStore(draft, Date.now())
  if (stored) writeStored(DRAFT_KEY, stored)
  else removeStored(DRAFT_KEY)
}
