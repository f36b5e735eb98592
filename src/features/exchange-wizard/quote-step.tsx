import { type ActionDispatch, type ReactNode, type Ref, useId, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { bankWarning, paymentTypeInfo, paymentTypes } from '#shared/payment-method.ts'
import { submissionMessages } from '#shared/submission.ts'
import { payoutType } from './payout-choice.ts'
import own from './quote-step.module.css'
import { StepTitle } from './step-title.tsx'
import { useQuoteRenewal } from './use-quote-renewal.ts'
import type { GoToStep } from './use-restore.ts'
import type { RequestQuote } from './use-wizard.ts'
import styles from './wizard.module.css'
import type { PayoutChoice, PricedCard, WizardAction } from './wizard-state.ts'

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

type QuoteStepProps = {
  priced: PricedCard
  payout: PayoutChoice | undefined
  signedIn: boolean
  isRequesting: boolean
  /** Requests a new quote for the same card. */
  requestQuote: () => ReturnType<RequestQuote>
  dispatch: ActionDispatch<[WizardAction]>
  goToStep: GoToStep
  signUp: () => void
}

/** Step 2: the quote and the payment method. */
export function QuoteStep(props: QuoteStepProps) {
  const { priced, payout, signedIn, isRequesting, dispatch, goToStep, signUp } = props
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
                busy={isRequesting}
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
                busy={isRequesting}
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

/** Payouts in dollars of the expired quote (`before`) and the new one (`now`). */
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

type QuoteReceiptProps = { priced: PricedCard; payout: PayoutChoice | undefined; isExpired: boolean }

/** The server's quote with its expiry time. */
function QuoteReceipt({ priced, payout, isExpired }: QuoteReceiptProps) {
  const { brand, condition, quote } = priced
  return (
    <Receipt label="QUOTE" aside={brand.name}>
      <PayoutFigure caption="cash to you">{formatDollars(quote.payoutAmount)}</PayoutFigure>
      <PayoutBar fraction={quote.exchangeRate} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{formatDollars(quote.cardValue)}</ReceiptRow>
        <ReceiptRow label="Condition">{conditionNames[condition]}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
        {payout && <ReceiptRow label="Paid in">{paymentTypeInfo[payoutType(payout)].timing}</ReceiptRow>}
        <ReceiptRow label="Valid until">
          {isExpired ? 'Expired' : timeOfDay.format(new Date(quote.expiresAt))}
        </ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}

type PayoutMethodsProps = {
  ref?: Ref<HTMLFieldSetElement>
  signedIn: boolean
  payout: PayoutChoice | undefined
  onChoose: (payout: PayoutChoice) => void
}

/** Payment methods: the customer's saved methods first, then every type with its timing. */
function PayoutMethods({ ref, signedIn, payout, onChoose }: PayoutMethodsProps) {
  const { data: saved = [], isLoading } = trpc.account.paymentMethods.useQuery(undefined, { enabled: signedIn })
  return (
    <fieldset ref={ref} className={styles.group}>
      <legend className={own.question}>How do you want to be paid?</legend>
      {isLoading && <Skeleton lines={1} height="3rem" label="Loading saved payment methods..." />}
      {saved.length > 0 && (
        <MethodGroup title="Saved payment methods">
          {saved.map((method, at) => (
            <Method
              key={method.id}
              name={method.label}
              isLastUsed={at === 0 && method.lastUsedAt !== null}
              timing={paymentTypeInfo[method.type].timing}
              checked={payout?.kind === 'saved' && payout.method.id === method.id}
              onChoose={() => onChoose({ kind: 'saved', method })}
            />
          ))}
        </MethodGroup>
      )}
      <MethodGroup title={saved.length > 0 ? 'New payment method' : undefined}>
        {paymentTypes.map((type) => (
          <Method
            key={type}
            name={paymentTypeInfo[type].name}
            timing={paymentTypeInfo[type].timing}
            checked={payout?.kind === 'new' && payout.type === type}
            onChoose={() => onChoose({ kind: 'new', type })}
          />
        ))}
      </MethodGroup>
      {payout && payoutType(payout) === 'bank' && (
        <Notice tone="warn" role="status">
          {bankWarning}
        </Notice>
      )}
    </fieldset>
  )
}

/** A single group has no title; the legend above suffices. */
function MethodGroup({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={own.group}>
      {title && (
        <h3 id={id} className={own.groupTitle}>
          {title}
        </h3>
      )}
      <ul className={own.methods} aria-labelledby={title && id}>
        {children}
      </ul>
    </div>
  )
}

type MethodProps = { name: string; timing: string; isLastUsed?: boolean; checked: boolean; onChoose: () => void }

function Method({ name, timing, isLastUsed = false, checked, onChoose }: MethodProps) {
  return (
    <li>
      <label className={own.method}>
        <input type="radio" name="payout" checked={checked} onChange={onChoose} />
        <span className={own.name}>
          {name}
          {isLastUsed && ' '}
          {isLastUsed && <span className={own.lastUsed}>Last used</span>}
        </span>
        <span className={own.timing}>{timing}</span>
      </label>
    </li>
  )
}
