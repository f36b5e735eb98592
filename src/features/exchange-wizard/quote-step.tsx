import { type ActionDispatch, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import { submissionWords } from '#shared/submission.ts'
import { PayoutMethods } from './payout-methods.tsx'
import { QuoteReceipt } from './quote-receipt.tsx'
import { StepTitle } from './step-title.tsx'
import type { AskQuote } from './use-ask-quote.ts'
import type { GoToStep } from './use-restore.ts'
import styles from './wizard.module.css'
import type { PayoutChoice, PricedCard, WizardAction } from './wizard-state.ts'

type QuoteStepProps = {
  priced: PricedCard
  payout: PayoutChoice | undefined
  signedIn: boolean
  isAsking: boolean
  /** Prices the same card again. */
  askQuote: () => ReturnType<AskQuote>
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
  signUp: () => void
}

/** Step 2: the price, and where the money should go. */
export function QuoteStep(props: QuoteStepProps) {
  const { priced, payout, signedIn, isAsking, dispatch, goToStep, signUp } = props
  const { proceed, formerPayout } = useProceed(props)
  const methods = useRef<HTMLFieldSetElement>(null)
  return (
    <>
      <StepTitle>Your quote</StepTitle>
      <div className={styles.panes} data-side-first="">
        <div className={styles.side}>
          {formerPayout !== undefined && (
            <Notice tone="warn" role="alert">
              {submissionWords.priceChanged} It was {formatDollars(formerPayout)}.
            </Notice>
          )}
          <QuoteReceipt priced={priced} payout={payout} />
        </div>
        <div className="stack">
          <PayoutMethods
            ref={methods}
            signedIn={signedIn}
            payout={payout}
            onChoose={(chosen) => dispatch({ type: 'choosePayout', payout: chosen })}
          />
          {!signedIn && (
            <Notice tone="info" title="Sign In Required">
              Sign in or create an account to continue. Your card, its value and the payment method are kept.
            </Notice>
          )}
          <div className={styles.actions}>
            <Button variant="secondary" onClick={() => goToStep('card')}>
              Back
            </Button>
            {signedIn ? (
              <Button
                busy={isAsking}
                disabledReason={payout ? undefined : 'Choose a payment method to continue'}
                onDisabledPress={() => methods.current?.querySelector('input')?.focus()}
                onClick={() => void proceed()}
              >
                Continue
              </Button>
            ) : (
              <Button onClick={signUp}>Sign In to Continue</Button>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

/** Goes on at once while the quote holds. An expired one is asked for again; another price is shown first. */
function useProceed({ priced, askQuote, dispatch, goToStep }: QuoteStepProps) {
  const [formerPayout, setFormerPayout] = useState<number>()

  async function proceed() {
    const { brand, quote } = priced
    if (Date.parse(quote.expiresAt) <= Date.now()) {
      const fresh = await askQuote()
      if (!fresh) return
      dispatch({ type: 'quoted', brandSlug: brand.slug, quote: fresh })
      if (fresh.payoutAmount !== quote.payoutAmount) {
        setFormerPayout(quote.payoutAmount)
        return
      }
    }
    goToStep('upload')
  }
  return { proceed, formerPayout }
}
