import { useEffect, useReducer, useRef } from 'react'
import { writeDraft } from './draft.ts'
import { useAskQuote } from './use-request-quote.ts'
import { type GoToStep, type Prefill, useRestore } from './use-restore.ts'
import { type CardChoice, initialWizard, stageOf, type WizardPlace, wizardReducer } from './wizard-state.ts'

type WizardInput = {
  place: WizardPlace
  prefill: Prefill
  /** Undefined until the server has said. */
  signedIn: boolean | undefined
  goToStep: GoToStep
}

/** The wizard's memory, bound to the address, the stored draft and the quote call. */
export function useWizard({ place, prefill, signedIn, goToStep }: WizardInput) {
  const { step, orderId } = place
  const [state, dispatch] = useReducer(wizardReducer, initialWizard)
  const { askQuote, isAsking } = useAskQuote()
  const cardForm = useRef<HTMLFormElement>(null)
  /** The person went from this quote to sign up, and has neither done so nor turned back to the card. */
  const leftToSignUp = useRef(false)
  const stage = stageOf(state, place, signedIn === true)
  const shownOrderId = 'order' in stage ? stage.order.submissionId : orderId
  const { restored, card, payout } = state
  const paymentType = payout?.kind === 'new' ? payout.type : undefined

  async function getQuote(wanted: CardChoice = card, options?: { replace?: boolean }) {
    const quote = await askQuote(wanted)
    if (!quote || wanted.brandSlug === undefined) return
    dispatch({ type: 'quoted', brandSlug: wanted.brandSlug, quote })
    goToStep('quote', options)
  }

  const isPricing = useRestore({ step, prefill, cardForm, leftToSignUp, dispatch, goToStep, getQuote })
  const waitsForOrder = step === 'done' && orderId !== undefined && signedIn === undefined
  const isResuming = isPricing || waitsForOrder

  // Keeps the draft in the browser's storage.
  useEffect(() => {
    if (!restored) return
    if (signedIn || (step === 'card' && !isResuming)) leftToSignUp.current = false
    writeDraft({ card, paymentType, resume: leftToSignUp.current })
  }, [restored, card, paymentType, signedIn, step, isResuming])

  // Mends an address that asks for a step that cannot be shown.
  useEffect(() => {
    if (!restored || isResuming || stage.step === step) return
    goToStep(stage.step, { replace: true, orderId: stage.step === 'done' ? shownOrderId : undefined })
  }, [restored, isResuming, stage.step, step, shownOrderId, goToStep])

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
    keepForSignUp() {
      leftToSignUp.current = true
      writeDraft({ card, paymentType, resume: true })
    },
  }
}
export type WizardMemory = ReturnType<typeof useWizard>
