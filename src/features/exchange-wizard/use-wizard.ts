import { useEffect, useReducer, useRef } from 'react'
import { writeDraft } from './draft.ts'
import { useAskQuote } from './use-ask-quote.ts'
import { type GoToStep, type Prefill, useRestore } from './use-restore.ts'
import { type CardChoice, initialWizard, stageOf, type WizardStep, wizardReducer } from './wizard-state.ts'

type WizardInput = { step: WizardStep; prefill: Prefill; signedIn: boolean; goToStep: GoToStep }

/** The wizard's memory, bound to the address, the stored draft and the quote call. */
export function useWizard({ step, prefill, signedIn, goToStep }: WizardInput) {
  const [state, dispatch] = useReducer(wizardReducer, initialWizard)
  const { askQuote, isAsking } = useAskQuote()
  const cardForm = useRef<HTMLFormElement>(null)
  const stage = stageOf(state, step, signedIn)
  const { restored, card, payout } = state
  const paymentType = payout?.kind === 'new' ? payout.type : undefined

  async function getQuote(wanted: CardChoice = card, options?: { replace?: boolean }) {
    const quote = await askQuote(wanted)
    if (!quote || wanted.brandSlug === undefined) return
    dispatch({ type: 'quoted', brandSlug: wanted.brandSlug, quote })
    goToStep('quote', options)
  }

  const isResuming = useRestore({ step, prefill, cardForm, dispatch, goToStep, getQuote })

  // Keeps the draft in the browser's storage.
  useEffect(() => {
    if (restored) writeDraft({ card, paymentType, resume: false })
  }, [restored, card, paymentType])

  // Mends an address that asks for a step that cannot be shown.
  useEffect(() => {
    if (restored && !isResuming && stage.step !== step) goToStep(stage.step, { replace: true })
  }, [restored, isResuming, stage.step, step, goToStep])

  return {
    state,
    stage,
    dispatch,
    cardForm,
    getQuote,
    askQuote,
    isAsking,
    isResuming,
    /** Remembers that the person left to sign up, so that the quote opens when they come back. */
    keepForSignUp: () => writeDraft({ card, paymentType, resume: true }),
  }
}
export type WizardMemory = ReturnType<typeof useWizard>
