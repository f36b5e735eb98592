import { useEffect, useReducer, useRef } from 'react'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { catalogueStore, findBrand, isCatalogueLoaded, loadCatalogue, useCatalogue } from '#client/lib/catalogue.ts'
import { HELD_QUOTE_KEY, removeStored } from '#client/lib/storage.ts'
import { trackEvent } from '#client/lib/tracking.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { Brand } from '#shared/brand.ts'
import { dollarsFromCents, parseDollars } from '#shared/money.ts'
import { quoteMessages, quoteProblem } from '#shared/quote.ts'
import { type GoToStep, type Prefill, useRestore, writeDraft } from './use-restore.ts'
import { useUploads } from './use-uploads.ts'
import { type CardChoice, initialWizard, stageOf, type WizardPlace, wizardReducer } from './wizard-state.ts'

export type WizardInput = { place: WizardPlace; prefill: Prefill; goToStep: GoToStep; goToSignUp: () => void }
type Seller = { signedIn: boolean | undefined; isSignedOut: boolean }

export function useWizard({ place, prefill, goToStep, goToSignUp }: WizardInput, { signedIn, isSignedOut }: Seller) {
  const { step, submissionId } = place
  const [state, dispatch] = useReducer(wizardReducer, initialWizard)
  const uploads = useUploads({ isSignedOut })
  const { requestQuote, isRequesting } = useRequestQuote(signedIn)
  const cardForm = useRef<HTMLFormElement>(null)
  /** Whether the visitor left this quote to sign up and has not yet signed in or returned to step 1. */
  const leftToSignUp = useRef(false)
  const stage = stageOf(state, place, signedIn === true, useCatalogue())
  const shownSubmissionId = 'submission' in stage ? stage.submission.submissionId : submissionId
  const { restored, card, payout } = state
  const paymentType = payout?.kind === 'new' ? payout.type : undefined

  async function getQuote(wanted: CardChoice = card, { isRestored = false, hasMethod = false } = {}) {
    const held = isRestored ? await heldQuoteFor(wanted) : undefined
    const quote = held ?? (await requestQuote(wanted))
    if (!quote || wanted.brandSlug === undefined) return
    dispatch({ type: 'quoted', brandSlug: wanted.brandSlug, quote })
    await goToStep('quote', { replace: isRestored })
    // They signed up for this very quote, and have chosen a method.
    if (held && hasMethod && signedIn) void goToStep('upload')
  }

  const isPricing = useRestore({ step, prefill, cardForm, leftToSignUp, dispatch, goToStep, getQuote })
  const waitsForSubmission = step === 'done' && submissionId !== undefined && signedIn === undefined
  const isResuming = isPricing || waitsForSubmission

  useEffect(() => {
    if (!restored) return
    const isAtCard = step === 'card' && !isResuming
    if (signedIn || isAtCard) leftToSignUp.current = false
    if (isAtCard) removeStored(HELD_QUOTE_KEY)
    writeDraft({ card, paymentType, resume: leftToSignUp.current })
  }, [restored, card, paymentType, signedIn, step, isResuming])

  useEffect(() => {
    if (!restored || isResuming || stage.step === step) return
    void goToStep(stage.step, { replace: true, submissionId: stage.step === 'done' ? shownSubmissionId : undefined })
  }, [restored, isResuming, stage.step, step, shownSubmissionId, goToStep])

  return {
    state,
    stage,
    uploads,
    dispatch,
    goToStep,
    cardForm,
    getQuote,
    requestQuote,
    isRequesting,
    isResuming,
    signUp() {
      leftToSignUp.current = true
      writeDraft({ card, paymentType, resume: true })
      goToSignUp()
    },
  }
}
export type WizardMemory = ReturnType<typeof useWizard>

function heldQuoteFor({ brandSlug, valueText }: CardChoice) {
  return import('#client/lib/held-quote.ts')
    .then((held) => held.heldQuoteFor(brandSlug, parseDollars(valueText)))
    .catch(() => undefined)
}

function useRequestQuote(signedIn: boolean | undefined) {
  const { mutateAsync, isPending } = trpc.exchange.quote.useMutation()
  const { account } = trpc.useUtils()
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()

  async function requestQuote({ brandSlug, valueText, again }: CardChoice) {
    const brand = brandSlug === undefined ? undefined : findBrand(brandSlug)
    const cents = parseDollars(valueText)
    const problem = refusalOf(brand, cents)
    if (problem) toast({ title: problem.title, description: problem.message, tone: 'error' })
    if (problem || !brand || cents === null) return undefined
    dropErrorToast()
    // The next step shows them beside the quote.
    if (signedIn) void account.paymentMethods.prefetch()
    try {
      const card = { cardBrand: brand.slug, cardValue: dollarsFromCents(cents) }
      const old =
        again && signedIn !== false && (await (await import('./quote-again.ts')).quoteAgain(again, card, toast))
      const quote = old || (await mutateAsync(card))
      if (quote.catalogueVersion > catalogueStore.get().version) void loadCatalogue()
      trackEvent({ kind: 'quote', cardBrand: brand.slug, cardValue: quote.cardValue, payoutAmount: quote.payoutAmount })
      return quote
    } catch (error) {
      const { data, message } = error as ApiError
      const isAnswer = data?.retryAfterSeconds || data?.code === 'conflict' || data?.code === 'bad_request'
      const title = (data?.code === 'bad_request' && data.title) || 'Error'
      toast({ title, description: isAnswer ? message : quoteMessages.failed, tone: 'error' })
      // The server refuses what this page would quote, so its catalogue is newer.
      if (isAnswer) void loadCatalogue()
      return undefined
    }
  }
  return { requestQuote, isRequesting: isPending }
}

/** Why a card cannot be quoted. Until the newest terms are loaded, the server checks them. */
function refusalOf(brand: Brand | undefined, cents: number | null) {
  const { refusal } = cardOffer(brand, cents)
  if (brand && cents && !isCatalogueLoaded()) return undefined
  return refusal ? { title: NOT_BUYING, message: refusal } : quoteProblem(brand, cents)
}
