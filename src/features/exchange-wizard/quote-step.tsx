import { type ActionDispatch, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import { submissionMessages } from '#shared/submission.ts'
import { PayoutMethods } from './payout-methods.tsx'
import { QuoteReceipt } from './quote-receipt.tsx'
import own from './quote-step.module.css'
import { StepTitle } from './step-title.tsx'
import { useQuoteRenewal } from './use-quote-renewal.ts'
import type { AskQuote } from './use-request-quote.ts'
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
  const { proceed, renew, isExpired, formerPayout } = useQuoteRenewal(props)
  const methods = useRef<HTMLFieldSetElement>(null)
  return (
    <>
      <StepTitle>Your quote</StepTitle>
      <div className={styles.panes} data-side-first="">
        <div className={styles.side}>
          {isExpired ? (
            <Notice tone="warn" role="status" title="This quote has expired">
              <Button
                variant="secondary"
                size="small"
                className={own.renew}
                busy={isAsking}
                onClick={() => void renew()}
              >
                Get a New Quote
              </Button>
            </Notice>
          ) : (
            formerPayout !== undefined && <RenewalNotice before={formerPayout} now={priced.quote.payoutAmount} />
          )}
          <QuoteReceipt priced={priced} payout={payout} isExpired={isExpired} />
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

/** Payouts in dollars, of the quote that ran out and of the one that took its place. */
function RenewalNotice({ before, now }: { before: number; now: number }) {
  if (before === now)
    return (
      <Notice tone="info" role="status">
        Your quote had expired. This is a new one at the same price.
      </Notice>
    )
  return (
    <Notice tone="warn" role="alert">
      {submissionMessages.priceChanged} It was {formatDollars(before)}.
    </Notice>
  )
}
